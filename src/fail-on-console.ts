import { afterEach, expect } from 'vitest';

// A test that makes the product complain on the console has found something: it fails.
const complaints: string[] = [];
for (const method of ['error', 'warn'] as const) {
  console[method] = (...values: unknown[]) => {
    complaints.push(`console.${method}: ${values.map(String).join(' ')}`);
  };
}

afterEach(() => {
  expect(complaints.splice(0), 'unexpected console output').toEqual([]);
});
