/**
 * Takes the place of wouter's matching of patterns (vite.config.ts), which nothing here asks for:
 * app.tsx knows the three addresses to the letter. Throws.
 */
export function parse(pattern: string): never {
  throw new Error(`No pattern is matched in this app, and not ${pattern}; see app.tsx`);
}
