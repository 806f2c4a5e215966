function two(value: number): string {
  return String(value).padStart(2, '0');
}

/** A moment on the reader's clock, `9:41`; written by hand, so that server and browser agree. */
export function clock(date: Date): string {
  return Number.isNaN(date.getTime()) ? '' : `${date.getHours()}:${two(date.getMinutes())}`;
}

/** With seconds, `09:41:07`. */
export function clockWithSeconds(date: Date): string {
  if (Number.isNaN(date.getTime())) return '';
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':');
}

/** When a Slack message was written. */
export function momentOf(ts: string): Date {
  return new Date(Number(ts) * 1000);
}

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** A date as Slack's `<!date^…>` asks for; tokens that we do not know stay as they are. */
export function slackDate(seconds: number, format: string, now: Date): string {
  const date = new Date(seconds * 1000);
  const day = new Date(date).setHours(0, 0, 0, 0);
  const today = new Date(now).setHours(0, 0, 0, 0);
  const days = Math.round((today - day) / 86_400_000);
  const plain = `${MONTHS[date.getMonth()]?.slice(0, 3)} ${date.getDate()}`;
  const pretty = days === 0 ? 'today' : days === 1 ? 'yesterday' : plain;
  return format.replace(/\{(\w+)\}/g, (token, name: string) => {
    if (name === 'time') return clock(date);
    if (name === 'time_secs') return clockWithSeconds(date);
    if (name.endsWith('_pretty')) return pretty;
    return name.startsWith('date') ? plain : token;
  });
}
