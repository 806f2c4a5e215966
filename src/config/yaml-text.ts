import {
  type Document,
  isScalar,
  Lexer,
  LineCounter,
  Parser,
  parseDocument,
  visit,
  type YAMLParseError,
} from 'yaml';

/** Why a text cannot be used as a configuration, in plain words, and at which line. */
export type YamlProblem = { line: number | undefined; problem: string };

/** A text as a document without errors, or what is wrong with it. */
export type ReadYaml = { kind: 'document'; document: Document } | ({ kind: 'problem' } & YamlProblem);

/** Merge keys (`<<`) are read as editors and other readers of YAML do; duplicates are looked for here, in one pass. */
const OPTIONS = { prettyErrors: true, merge: true, uniqueKeys: false } as const;

/** Deeper than any configuration: the library composes recursively, and a text of nothing but brackets would end the process. */
const DEEPEST = 64;

/** More than any configuration has. */
const MOST_ALIASES = 1000;

const WORDS: Partial<Record<YAMLParseError['code'], string>> = {
  TAB_AS_INDENT: 'is not YAML here: a tab is no indentation; use blanks',
  MULTIPLE_DOCS: 'must be one document; a second one begins here',
  BAD_INDENT: 'is not YAML here: the indentation does not fit',
  MISSING_CHAR: 'is not YAML here: a closing quote or bracket, a colon or a comma is missing',
  BAD_SCALAR_START: 'is not YAML here: a value cannot begin with this character; put it in quotes',
};

/** Where a text is nested too deep; undefined when it is not. */
function tooDeepAt(text: string): number | undefined {
  const parser = new Parser();
  let offset = 0;
  for (const lexeme of new Lexer().lex(text)) {
    // Only what the parser keeps open counts; it does not recurse.
    for (const _token of parser.next(lexeme));
    if (parser.stack.length > DEEPEST) return offset;
    offset += lexeme.length;
  }
  return undefined;
}

type Found = { at: number | undefined; problem: string };

/** What the library does not say, or says in quadratic time: keys that stand twice, aliases of nothing, too many of them. */
function findInNodes(document: Document): Found | undefined {
  let found: Found | undefined;
  let aliases = 0;
  visit(document, {
    Map(_key, map) {
      const seen = new Set<unknown>();
      for (const { key } of map.items) {
        if (!isScalar(key)) continue;
        if (seen.has(key.value)) {
          found = { at: key.range?.[0], problem: 'is not YAML here: this key stands twice in its map' };
          return visit.BREAK;
        }
        seen.add(key.value);
      }
      return undefined;
    },
    Alias(_key, alias) {
      aliases += 1;
      if (aliases > MOST_ALIASES) found = { at: alias.range?.[0], problem: 'has too many aliases' };
      else if (!alias.resolve(document))
        found = { at: alias.range?.[0], problem: 'is not YAML here: an alias has no anchor before it' };
      return found ? visit.BREAK : undefined;
    },
  });
  return found;
}

/** Parses a text of one YAML document. What is wrong is said without a word of the text, which may hold a secret. */
export function parseYaml(text: string): ReadYaml {
  const lines = new LineCounter();
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines.addNewLine(at + 1);
  lines.lineStarts.unshift(0);
  const problem = ({ at, problem }: Found): ReadYaml => ({
    kind: 'problem',
    line: at === undefined ? undefined : lines.linePos(at).line,
    problem,
  });
  const deep = tooDeepAt(text);
  if (deep !== undefined) return problem({ at: deep, problem: `is nested deeper than ${DEEPEST} levels` });
  const document = parseDocument(text, OPTIONS);
  const [error] = document.errors;
  if (error) return problem({ at: error.pos[0], problem: WORDS[error.code] ?? 'is not YAML here' });
  const found = findInNodes(document);
  return found ? problem(found) : { kind: 'document', document };
}

/** A document as plain data, `{}` when it is empty; undefined when its aliases stand for too much. */
export function plainData(document: Document): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 }) ?? {};
  } catch {
    // Every alias has its anchor, and the depth is bounded: only their number is left.
    return undefined;
  }
}
