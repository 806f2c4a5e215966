const PATHS = {
  back: 'M15 5l-7 7 7 7',
  hash: 'M9 4L7 20M17 4l-2 16M4 9h16M3.5 15h16',
  close: 'M6 6l12 12M18 6L6 18',
  send: 'M4 12l16-8-6 16-3-7z',
  clip: 'M20 11l-8.5 8.5a5 5 0 01-7-7L13 4a3.3 3.3 0 014.7 4.7L9.4 17a1.7 1.7 0 01-2.4-2.4L14 7.5',
  chevron: 'M7 10l5 5 5-5',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  phone: 'M8 3h8a1 1 0 011 1v16a1 1 0 01-1 1H8a1 1 0 01-1-1V4a1 1 0 011-1zM11 18h2',
  desktop: 'M4 5h16v11H4zM9 20h6M12 16v4',
  sun: 'M12 8a4 4 0 100 8 4 4 0 000-8zM12 2v2M12 20v2M4.9 4.9l1.4 1.4M17.7 17.7l1.4 1.4M2 12h2M20 12h2M4.9 19.1l1.4-1.4M17.7 6.3l1.4-1.4',
  moon: 'M20 14.5A8 8 0 019.5 4 8 8 0 1020 14.5z',
  auto: 'M12 4a8 8 0 100 16zM12 4a8 8 0 010 16',
  pen: 'M4 20l1-4L16 5l3 3L8 19z',
  bin: 'M5 7h14M10 7V5h4v2M7 7l1 13h8l1-13',
  home: 'M4 11l8-7 8 7M6 10v10h12V10',
  reset: 'M5 12a7 7 0 107-7 7 7 0 00-5 2L4 10M4 4v6h6',
  bolt: 'M13 3L5 14h6l-1 7 8-11h-6z',
  eye: 'M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12zM12 9a3 3 0 100 6 3 3 0 000-6z',
  ask: 'M4 5h16v11h-9l-4 4v-4H4z',
  file: 'M7 3h7l4 4v14H7zM14 3v4h4',
  session: 'M4 5h16v14H4zM8 10l3 2.5L8 15M13 15h4',
  ticket: 'M12 4a8 8 0 100 16 8 8 0 000-16zM12 10.5a1.5 1.5 0 100 3 1.5 1.5 0 000-3z',
} as const;

export type IconName = keyof typeof PATHS;

/** A line drawing that says nothing by itself: what it stands for is said in words beside it. */
export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg class="icon" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}

/** The product's mark: a loop that comes back as a speech bubble. */
export function Mark({ size = 28 }: { size?: number }) {
  return (
    <svg class="mark" width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" class="mark-ground" />
      <path class="mark-line" d="M23.5 11.5A9 9 0 1 0 25 16.5M23.8 6.5v5.2h-5.2M12 14.5h8M12 18.5h5" />
    </svg>
  );
}
