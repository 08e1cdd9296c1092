import { startAfterPaint } from './start-after-paint.ts';

// The one script inside the built pages (scripts/prerender.mjs).

startAfterPaint(window);
