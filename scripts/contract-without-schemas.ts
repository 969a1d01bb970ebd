import type { Plugin } from 'vite'
import { listExports } from '../src/shared/areas.ts'

/** The vocabulary that renderer and server share. Its modules compute values and do nothing else, which the walls of `biome.json` keep so. */
const SHARED = /\/src\/shared\/(areas\/|areas\.ts$|kernel\/(?!list\.ts)).*/
const MAKERS = new Set(['get', 'post', 'upload'])

interface Node {
  type: string
  start: number
  end: number
}

interface Property extends Node {
  key: Node & { name?: string }
  value: Node & { callee?: Named }
}

type Named = Node & { name?: string }
type Member = Node & { object?: Node; property?: Named }
type Call = Node & { callee?: Named; arguments?: Node[] }
type Literal = Node & { properties?: Property[] }

interface Statement extends Node {
  specifiers?: { local: Named }[]
  declarations?: { id: Named; init?: Node | null }[]
}

interface Program {
  body: Statement[]
}

interface Cut {
  start: number
  end: number
  by: string
}

/** Each list's file name by the path of its export, which is all that a client needs of a list before its screen is opened. */
const fileOf = new Map(Object.values(listExports).map(({ path, list }) => [path.split('/').at(-1), list.file]))

/**
 * Leaves out of the renderer's contract what only the server reads: the schemas of requests and replies, and the lists of words for
 * translators. A client needs a call's method, path and kind of reply; every first page on a slow line waited for the rest. Marks what the
 * shared modules compute as free of side effects, so that the schemas which nothing names any more go as well.
 */
export function contractWithoutSchemas(): Plugin {
  return {
    name: 'contract-without-schemas',
    enforce: 'post',
    apply: 'build',
    transform(code, id) {
      if (!SHARED.test(id.split('?')[0] ?? '')) return null
      const program = this.parse(code) as unknown as Node & { body: Node[] }
      const cuts: Cut[] = []
      for (const statement of program.body) {
        for (const { start, end } of computed(statement)) {
          cuts.push({ start, end: start, by: '/*#__PURE__*/(() => (' }, { start: end, end, by: '))()' })
        }
      }
      collect(program, cuts)
      let text = code
      for (const { start, end, by } of cuts.toSorted((a, b) => b.start - a.start || b.end - a.end)) {
        text = text.slice(0, start) + by + text.slice(end)
      }
      return cuts.length === 0
        ? null
        : { code: withoutIdle(text, (one) => this.parse(one) as unknown as Program), map: null }
    },
  }
}

/**
 * Takes out the module's own constants and its imports that nothing names any more, one after another until none is left: a module that is
 * only imported would still travel with the first page.
 */
function withoutIdle(code: string, parse: (code: string) => Program): string {
  const { body } = parse(code)
  const names = body.map((statement) => {
    const named = new Set<string>()
    if (statement.type !== 'ImportDeclaration') for (const part of valuesOf(statement)) collectNames(part, named)
    return named
  })
  const isNamed = (name: string) => name === '*' || names.some((named) => named.has(name))
  const idle = body.filter((statement) => {
    const own = declaredBy(statement)
    return own.length > 0 && !own.some(isNamed)
  })
  if (idle.length === 0) return code
  return withoutIdle(
    idle.toReversed().reduce((text, { start, end }) => text.slice(0, start) + text.slice(end), code),
    parse,
  )
}

/** The names that an import or a constant which is not exported brings into the module. */
function declaredBy({ type, specifiers = [], declarations = [] }: Statement): string[] {
  if (type === 'ImportDeclaration') return specifiers.map(({ local }) => local.name ?? '')
  if (type !== 'VariableDeclaration') return []
  return declarations.map(({ id }) => (id.type === 'Identifier' ? (id.name ?? '') : '*'))
}

/** A constant's own name is not a use of it. */
const valuesOf = ({ type, declarations = [], ...rest }: Statement): Node[] =>
  type === 'VariableDeclaration'
    ? declarations.flatMap(({ id, init }) => [...(id.type === 'Identifier' ? [] : [id]), ...(init ? [init] : [])])
    : [{ type, ...rest }]

function collectNames(node: Node, names: Set<string>): void {
  if (node.type === 'Identifier') names.add((node as Named).name ?? '')
  for (const child of Object.values(node)) {
    for (const one of Array.isArray(child) ? child : [child]) if (isNode(one)) collectNames(one, names)
  }
}

/** What a module's constants are set to, where that is more than a function or a plain value. */
function computed(statement: Node): Node[] {
  const declared = (statement as { declaration?: Node }).declaration ?? statement
  const { declarations = [] } = declared as { declarations?: (Node & { init?: Node | null })[] }
  return declarations.flatMap(({ init }) =>
    init && /^(Call|New|Object|Array|Member)Expression$/.test(init.type) ? [init] : [],
  )
}

/**
 * Finds, below `node`, `takes` and the schema of `gives` in each `get(path, {…})`, `post`, `upload` and `listFile`, the filters that
 * `notPaged(call)` would take from another's `takes`, and the `words` of each `area({…})`.
 */
function collect(node: Node, cuts: Cut[]): void {
  const { type, callee, arguments: given = [] } = node as Call
  const name = type === 'CallExpression' ? (callee?.name ?? '') : ''
  const described = name === 'listFile' ? given[2] : MAKERS.has(name) ? given[1] : undefined
  if (described) {
    for (const property of propertiesOf(described)) {
      const { key, value } = property
      if (key.name === 'takes') cuts.push({ start: property.start, end: property.end, by: 'takes: null' })
      if (key.name === 'summary') cuts.push({ start: property.start, end: property.end, by: "summary: ''" })
      if (key.name === 'gives' && value.callee?.name === 'json')
        cuts.push({ start: value.start, end: value.end, by: '{ json: null }' })
    }
    if (name === 'listFile') nameFile(given, cuts)
    return
  }
  if (isSchemaRead(node))
    throw new Error('The renderer has no `takes`: another call’s filter is taken by `notPaged(call)`.')
  if (name === 'notPaged') {
    cuts.push({ start: node.start, end: node.end, by: '{}' })
    return
  }
  if (name === 'area') {
    for (const property of propertiesOf(given[0])) {
      if (property.key.name === 'words') cuts.push({ start: property.start, end: property.end, by: 'words: []' })
    }
  }
  for (const child of Object.values(node)) {
    for (const one of Array.isArray(child) ? child : [child]) if (isNode(one)) collect(one, cuts)
  }
}

/** `call.takes.shape` and its like outside a call's own `takes`, which would break the renderer's start. */
function isSchemaRead(node: Node): boolean {
  const { type, object, property } = node as Member
  const { property: inner } = (object ?? {}) as Member
  return (
    type === 'MemberExpression' &&
    inner?.name === 'takes' &&
    /^(shape|pick|omit|extend|partial)$/.test(property?.name ?? '')
  )
}

/** Puts the name of the list's file in the place of the list in `listFile(path, list, {…})`. */
function nameFile([path, list]: Node[], cuts: Cut[]): void {
  const file = fileOf.get((path as (Node & { value?: string }) | undefined)?.value ?? '')
  if (list === undefined || file === undefined) throw new Error('An export has a path that the contract does not know.')
  cuts.push({ start: list.start, end: list.end, by: JSON.stringify({ file, fields: [] }) })
}

const propertiesOf = (node: Literal | undefined) =>
  node?.type === 'ObjectExpression' ? (node.properties ?? []).filter(({ type }) => type === 'Property') : []

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
