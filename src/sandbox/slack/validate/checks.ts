/** Collects what is wrong and where; `at` is a JSON pointer such as `/blocks/0/text`. */
type Report = (problem: string, at: string) => void;

/** Looks at one value from outside and reports what Slack would refuse. Never throws. */
export type Check = (value: unknown, at: string, report: Report) => void;

export type Fields = Readonly<Record<string, Check>>;

const SHOWN_NAME_CHARS = 60;

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Accepts anything: for fields that this validator knows of and does not look into. */
export const anything: Check = () => {};

export const boolean: Check = (value, at, report) => {
  if (typeof value !== 'boolean') report('must be a boolean', at);
};

/** Text of `min` (1 unless given) to `max` UTF-16 units. */
export function string({ min = 1, max }: { min?: number; max: number }): Check {
  return (value, at, report) => {
    if (typeof value !== 'string') report('must be a string', at);
    else if (value.length < min) report(`must be more than ${min - 1} characters`, at);
    else if (value.length > max) report(`must be less than ${max + 1} characters`, at);
  };
}

export function integer({ min, max }: { min: number; max: number }): Check {
  return (value, at, report) => {
    if (typeof value !== 'number' || !Number.isInteger(value)) report('must be an integer', at);
    else if (value < min) report(`must be more than ${min - 1}`, at);
    else if (value > max) report(`must be less than ${max + 1}`, at);
  };
}

export function oneOf(choices: readonly string[]): Check {
  return (value, at, report) => {
    if (typeof value !== 'string' || !choices.includes(value)) {
      report(`must be one of: ${choices.join(', ')}`, at);
    }
  };
}

/** An absolute `http:` or `https:` address of at most `max` UTF-16 units. */
export function url(max: number): Check {
  const text = string({ max });
  return (value, at, report) => {
    text(value, at, report);
    if (typeof value !== 'string' || value === '' || value.length > max) return;
    if (!/^https?:\/\//i.test(value) || !URL.canParse(value)) report('must be a valid http(s) URL', at);
  };
}

export function arrayOf(item: Check, { min = 1, max }: { min?: number; max: number }): Check {
  return (value, at, report) => {
    if (!Array.isArray(value)) {
      report('must be an array', at);
      return;
    }
    if (value.length < min) report(`no fewer than ${min} items allowed`, at);
    if (value.length > max) report(`no more than ${max} items allowed`, at);
    for (const [index, entry] of value.slice(0, max).entries()) item(entry, `${at}/${index}`, report);
  };
}

/** An object with these fields and no others. A field that is `undefined` counts as absent. */
export function object(required: Fields, optional: Fields = {}): Check {
  return (value, at, report) => {
    if (!isRecord(value)) {
      report('must provide an object', at);
      return;
    }
    for (const name of Object.keys(required)) {
      if (value[name] === undefined) report(`missing required field: ${name}`, at);
    }
    for (const [name, field] of Object.entries(value)) {
      if (field === undefined) continue;
      const check = ownField(required, name) ?? ownField(optional, name);
      if (check === undefined) report(`invalid additional property: ${name.slice(0, SHOWN_NAME_CHARS)}`, at);
      else check(field, `${at}/${name}`, report);
    }
  };
}

/** Picks the check by the object's `type`. */
export function byType(checks: Fields): Check {
  return (value, at, report) => {
    if (!isRecord(value)) {
      report('must provide an object', at);
      return;
    }
    const { type } = value;
    if (typeof type !== 'string') {
      report('missing required field: type', at);
      return;
    }
    const check = ownField(checks, type);
    if (check === undefined) report(`unsupported type: ${type.slice(0, SHOWN_NAME_CHARS)}`, `${at}/type`);
    else check(value, at, report);
  };
}

/** Both checks, in this order. */
export function both(first: Check, second: Check): Check {
  return (value, at, report) => {
    first(value, at, report);
    second(value, at, report);
  };
}

/** Exactly one of two fields must be there. */
export function exactlyOne(first: string, second: string): Check {
  return (value, at, report) => {
    if (!isRecord(value)) return;
    const count = [first, second].filter((name) => value[name] !== undefined).length;
    if (count === 0) report(`missing required field: ${first}`, at);
    if (count === 2) report(`only one of ${first} and ${second} allowed`, at);
  };
}

function ownField(fields: Fields, name: string): Check | undefined {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}
