import type { Plugin, PluginContext } from 'i18next-cli'

/** Calls whose first argument is an English text that users read: the screens' own, and the server's refusals. */
export const speakingFunctions = [
  't',
  '*.t',
  'key',
  ...[
    'invalidInput',
    'unauthenticated',
    'forbidden',
    'gone',
    'notFound',
    'conflict',
    'moveNotAllowed',
    'tooLarge',
    'unavailable',
  ],
]

/** Calls whose texts stand further back, by the places of their arguments. */
const speakingArguments: Readonly<Record<string, readonly number[]>> = {
  // plural(n, 'one piece', '{{n}} pieces')
  plural: [1, 2],
  // reply(data, 'Saved.')
  reply: [1],
  // notWithThisBox(box, 'words'), boxesRefused(left, 'words')
  notWithThisBox: [1],
  boxesRefused: [1],
  // new Refusal('conflict', 'words')
  Refusal: [1],
}

/** The part of a node of i18next-cli's syntax tree that is looked at here. */
interface Node {
  type: string
  value?: unknown
  callee?: Node
  property?: Node
  key?: Node
  arguments?: { expression: Node }[] | null
  /** Branches of `a ? 'x' : 'y'`. */
  consequent?: Node
  alternate?: Node
  quasis?: { cooked?: string | null; raw?: string }[]
  expressions?: unknown[]
}

/** What i18next-cli does not know by itself: texts that are no first argument, and the `error:` of the contract's checks. */
export function spokenWords(): Plugin {
  return {
    name: 'spoken-words',
    onVisitNode(visited, context) {
      const node = visited as unknown as Node
      if (node.type === 'CallExpression' || node.type === 'NewExpression') takeArguments(node, context)
      if (node.type === 'KeyValueProperty' && node.key?.value === 'error') take(node.value as Node, context)
    },
  }
}

function takeArguments({ callee, arguments: given }: Node, context: PluginContext): void {
  const name = String(callee?.property?.value ?? callee?.value ?? '')
  const places = Object.hasOwn(speakingArguments, name) ? speakingArguments[name] : undefined
  for (const place of places ?? []) take(given?.[place]?.expression, context)
}

/** Every plain text that the expression may be. */
function take(node: Node | undefined, context: PluginContext): void {
  if (!node) return
  if (node.type === 'ConditionalExpression') {
    take(node.consequent, context)
    take(node.alternate, context)
  }
  const text = textOf(node)
  if (text !== null && text !== '') context.addKey({ key: text, defaultValue: text, ns: 'translation' })
}

function textOf({ type, value, quasis, expressions }: Node): string | null {
  if (type === 'StringLiteral') return String(value)
  if (type === 'TemplateLiteral' && expressions?.length === 0) return quasis?.[0]?.cooked ?? null
  return null
}
