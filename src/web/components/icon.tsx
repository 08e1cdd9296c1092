/** The strokes of each icon on a 24 by 24 grid. */
const strokes = {
  leaf: 'M5 19c0-9 5-14 15-14 0 10-5 15-12 14M5 19c2-5 5-8 9-9.5M5 19l-1.5 2',
  chip: 'M7 7h10v10H7zM10 10.5h4v3h-4zM9.5 3.5V7M14.5 3.5V7M9.5 17v3.5M14.5 17v3.5M3.5 9.5H7M3.5 14.5H7M17 9.5h3.5M17 14.5h3.5',
  flask:
    'M9.5 3.5h5M10.5 3.5v6L5 19a1.2 1.2 0 0 0 1 1.7h12a1.2 1.2 0 0 0 1-1.7L13.5 9.5v-6M7.6 14.5h8.8',
  column: 'M4 20.5h16M5.5 17.5h13M6 6.5h12M4.5 6.5L12 3l7.5 3.5M8 6.5v11M12 6.5v11M16 6.5v11',
  globe:
    'M3.5 12a8.5 8.5 0 1 0 17 0 8.5 8.5 0 1 0-17 0M3.5 12h17M12 3.5c5 4.5 5 12.5 0 17M12 3.5c-5 4.5-5 12.5 0 17',
  ball: 'M3.5 12a8.5 8.5 0 1 0 17 0 8.5 8.5 0 1 0-17 0M12 8l3.8 2.8-1.4 4.4H9.6l-1.4-4.4zM12 8V3.5M15.8 10.8l4.3-1.4M14.4 15.2l2.6 3.6M9.6 15.2L7 18.8M8.2 10.8L3.9 9.4',
  film: 'M4 9.5h16v11H4zM4 9.5l-.8-3.9 15.7-3.2.8 3.9L4 9.5M8 8.7l2.2-4.5M13 7.7l2.2-4.5M10.3 12.7v4.6l4-2.3z',
  book: 'M12 6.5c-2-1.7-4.8-2.3-8.5-2v13.5c3.7-.3 6.5.3 8.5 2 2-1.7 4.8-2.3 8.5-2V4.5c-3.7-.3-6.5.3-8.5 2zM12 6.5V20',
  palette:
    'M12 3.5c-5 0-8.7 3.7-8.7 8.5s3.7 8.5 8.5 8.5c1.5 0 2.2-.9 2.2-2 0-1.3-1-1.6-1-2.7 0-1 .8-1.8 2-1.8h2.3c2 0 3.5-1.5 3.5-3.5 0-4-3.9-7-8.8-7zM7.5 11.5h.01M10.5 7.5h.01M15 7.7h.01',
  note: 'M9 17.5V5.5l10.5-2v12M9 9l10.5-2M3.8 17.7a2.6 2.3 0 1 0 5.2 0 2.6 2.3 0 1 0-5.2 0M14.3 15.7a2.6 2.3 0 1 0 5.2 0 2.6 2.3 0 1 0-5.2 0',
  check: 'M5 12.5l4.7 4.7L19.5 7',
  cross: 'M6.5 6.5l11 11M17.5 6.5l-11 11',
  copy: 'M9 8.5h11v12H9zM15 8.5v-5H4v12h5',
  share: 'M12 15V3.5M7.5 8L12 3.5 16.5 8M5 13v7.5h14V13',
  print: 'M7 8.5v-5h10v5M7 17H3.5V8.5h17V17H17M7 14h10v6.5H7z',
  warning: 'M12 4L2.8 20h18.4zM12 10v4.5M12 17.3h.01',
} as const;

export type IconName = keyof typeof strokes;

/** A line icon in the colour of the text around it; decoration, so hidden from screen readers. */
export function Icon({ name, className }: { name: IconName; className?: string | undefined }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="1em"
      height="1em"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
      aria-hidden="true"
    >
      <path d={strokes[name]} />
    </svg>
  );
}
