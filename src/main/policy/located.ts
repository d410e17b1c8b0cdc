import { findNodeAtLocation, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { Judge, type Judged, type Locate, type Path } from './judge.ts';
import { judgedFile, mostDepth, strictly } from './parse.ts';
import { type Finding, mostFaults, positionIn, tooDeepAt, wholly } from './text.ts';

/** The most faults of syntax that are named: after a few, one follows from the other. */
const mostSyntax = 5;

/** `CommaExpected` as words. */
const syntaxWords = ({ error }: ParseError): string =>
  printParseErrorCode(error)
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();

/** The properties whose name stands in their object before. */
const doubled = (node: Node): Node[] => {
  const children = node.children ?? [];
  const names = new Set<string>();
  const own =
    node.type !== 'object'
      ? []
      : children.filter((child) => {
          const name = String(child.children?.[0]?.value);
          return names.size === names.add(name).size;
        });
  return [...own, ...children.flatMap(doubled)];
};

/** Finds the part at a path; of one that is missing, what it should be in. Of a property, its name is pointed at. */
const locateIn =
  (text: string, root: Node): Locate =>
  (path) => {
    for (let length = path.length; length >= 0; length--) {
      const node = findNodeAtLocation(root, path.slice(0, length));
      const named = node?.parent?.type === 'property' ? node.parent : node;
      if (named) return positionIn(text, named.offset);
    }
    return positionIn(text, root.offset);
  };

const pathOf = (property: Node): Path => {
  const path: (string | number)[] = [];
  for (let node = property; node.parent; node = node.parent) {
    if (node.type === 'property') path.unshift(String(node.children?.[0]?.value));
    else if (node.parent.type === 'array') path.unshift(node.parent.children?.indexOf(node) ?? 0);
  }
  return path;
};

/** Reads the text of a policy file, and says of each fault where it is. */
export function parseLocated(text: string): Judged {
  const deep = tooDeepAt(text, mostDepth);
  if (deep !== null) return broken({ ...wholly('tooDeep', String(mostDepth)), ...positionIn(text, deep) });
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  if (errors.length > 0 || !root) {
    const at = (error: ParseError): Finding => ({
      ...wholly('syntax', syntaxWords(error)),
      ...positionIn(text, error.offset),
    });
    const apart = errors.filter(({ offset }, index) => errors[index - 1]?.offset !== offset);
    return broken(...apart.slice(0, mostSyntax).map(at));
  }
  const value = strictly(text);
  if (value === null) return broken({ ...wholly('syntax'), ...positionIn(text, root.offset) });
  const judge = new Judge(locateIn(text, root));
  for (const property of doubled(root).slice(0, mostFaults)) {
    // Pointed at is the second one; its path would find the first.
    judge.noteAt(positionIn(text, property.offset), 'twice', pathOf(property));
  }
  return judgedFile(judge, value.read);
}

const broken = (...problems: readonly Finding[]): Judged => ({ ok: false, problems });
