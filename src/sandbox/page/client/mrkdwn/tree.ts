/** A piece of a line of mrkdwn. */
export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'bold' | 'italic' | 'strike'; readonly children: readonly Inline[] }
  | { readonly kind: 'link'; readonly url: string; readonly label: string }
  | { readonly kind: 'user' | 'channel'; readonly id: string; readonly label: string | undefined }
  | { readonly kind: 'broadcast'; readonly name: string }
  | { readonly kind: 'date'; readonly seconds: number; readonly format: string; readonly fallback: string }
  | { readonly kind: 'emoji'; readonly name: string }
  | { readonly kind: 'break' };

/** A block of mrkdwn, from top to bottom. */
export type Block =
  | { readonly kind: 'lines'; readonly children: readonly Inline[] }
  | { readonly kind: 'quote'; readonly children: readonly Inline[] }
  | { readonly kind: 'fence'; readonly text: string };
