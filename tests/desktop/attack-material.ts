import type { Command, CommandName } from '../../src/main/bridge.ts'
import { bridgeCommands } from '../../src/shared/bridge.ts'
import type { BridgeCall } from '../support/desktop.ts'

/** What an attacker sends in an argument's place that no command takes, whatever it is about. */
export const neverTaken: readonly (readonly [what: string, value: unknown])[] = [
  ['a number that is none', Number.NaN],
  ['a number without end', Number.POSITIVE_INFINITY],
  ['nothing', null],
  ['undefined', undefined],
  ['a truth', true],
  ['a big integer', 10n ** 30n],
  ['a date', new Date(0)],
  ['a map', new Map([['email', 'a@b.co']])],
  ['a set', new Set(['id'])],
  ['bytes', new Uint8Array([1, 2, 3])],
  ['an expression', /x/],
  ['an error', new Error('x')],
  ['an empty object', {}],
  ['an object with a prototype of its own', JSON.parse('{"__proto__":{"isAdmin":true},"id":"a"}')],
  ['an object with a constructor', { constructor: { prototype: { isAdmin: true } } }],
  ['an object that answers like a text', { length: 3, toString: 'app', valueOf: 1 }],
  ['a deep object', deep(2_000)],
  ['an object that holds itself', circular()],
  ['a huge text', 'x'.repeat(4 * 1024 * 1024)],
  ['a list of lists', [[[[]]]]],
  ['a sparse list', Object.assign(new Array<unknown>(5), { 4: 'x' })],
]

/** Texts that somewhere, unchecked, become a path, a flag, a command, a header or markup. */
export const hostileTexts: readonly string[] = [
  ...[
    '../../../../etc/passwd',
    '..\\..\\windows\\system32',
    '/etc/shadow',
    'C:\\Windows\\win.ini',
    '%2e%2e%2f',
    '.',
    '..',
    '~',
  ],
  ...[
    '-oops',
    '--help',
    '-o raw',
    '-',
    '; touch /tmp/x',
    '$(touch /tmp/x)',
    '`id`',
    '| cat',
    '& calc',
    '%COMSPEC%',
    '\n-P',
  ],
  ...['a\u0000b', 'a\r\nx-evil: 1', '\u001b[2J', '\u202Egpj.exe', '\uD800', '\u200b'],
  ...[
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    '{{message}}',
    '<img src=x onerror=alert(1)>',
  ],
  ...[
    'javascript:alert(1)',
    'file:///etc/passwd',
    'http://169.254.169.254/',
    'https://a:b@evil.example/',
    'CON',
    'NUL.txt',
    '',
  ],
]

/** Commands whose hostile texts are taken as texts by their shapes, so that the handler itself must refuse or do nothing. */
export function hostileTextCalls(): BridgeCall[] {
  return bridgeCommands.flatMap((command) => hostileTexts.map((text): BridgeCall => [command, [text]]))
}

/** For every command: wrong counts, and in each argument's place what no command takes. */
export function hostileCalls(command: CommandName): (readonly [what: string, args: unknown])[] {
  const some = 'ok'
  const lists: (readonly [string, unknown])[] = [
    ['arguments that are no list', { 0: some, length: 1 }],
    ['no arguments at all', undefined],
    ['a text for the arguments', 'x'],
    ['a hundred arguments', new Array(100).fill(some)],
    ['one too many', [...fitting(command), some]],
    ...(fitting(command).length > 0 ? [['one too few', fitting(command).slice(1)] as const] : []),
    ...neverTaken.map(([what, value]) => [what, [value]] as const),
    ...neverTaken.map(([what, value]) => [`${what}, twice`, [value, value]] as const),
  ]
  return [...lists, ...spoiltFields(command)]
}

type Arguments<N extends CommandName> = Command<N> extends (...args: infer A) => unknown ? A : never

/** Arguments that each command takes that takes any. A new one does not compile without them, and is attacked with them. */
type Fitting = { [N in CommandName as Arguments<N> extends readonly [] ? never : N]: Arguments<N> }

const call = { method: 'POST' as const, path: '/v1/erp/vendor/get-orders-file', body: {} }
const label = { method: 'POST' as const, path: '/v1/erp/vendor/get-shipping-label', body: {} }
const paper = { widthMm: 100, heightMm: 150 }
const withArguments: Fitting = {
  'session.signIn': [{ email: 'a@b.co', password: 'x' }],
  'files.download': [{ id: 'a', call, defaultName: 'a.csv' }],
  'files.cancelDownload': ['a'],
  'files.showInFolder': ['/tmp/a'],
  'print.papers': ['Packing'],
  'print.printTestPage': [{ printer: 'Packing', paper }],
  'print.print': [{ kind: 'shipping', call: label, title: 'SH-1', printer: 'Packing', paper, copies: 1 }],
  'print.retry': ['a'],
  'print.reprint': [{ id: 'a', reason: 'damaged', remark: '' }],
  'print.cancel': ['a'],
  'print.remember': [{ kind: 'shipping', choice: { printer: 'Packing', paper, copies: 1, withoutAsking: false } }],
  'print.keepRawPrinters': [
    [{ name: 'Zebra', dialect: 'zpl-203', way: { kind: 'socket', host: 'printer.local', port: 9100 } }],
  ],
  'settings.set': [{ language: 'en', theme: 'dark', updateChannel: 'stable', isSetUp: true }],
  'settings.testServer': ['https://erp.example'],
  'settings.useServer': [{ kind: 'company', url: 'https://erp.example' }],
  'app.openLink': ['https://docs.example/'],
}

export function fitting(command: CommandName): unknown[] {
  return structuredClone(command in withArguments ? withArguments[command as keyof Fitting] : [])
}

/** Every field of the fitting arguments, however deep, in turn made what it may not be; every object with a field too many. */
function spoiltFields(command: CommandName): (readonly [string, unknown])[] {
  const spoilt: (readonly [string, unknown])[] = []
  const wrong: readonly (readonly [string, unknown])[] = [
    ['NaN', Number.NaN],
    ['an object', { $ne: 1 }],
    ['a list', ['x', 'y', 'z']],
    ['a huge text', 'x'.repeat(1024 * 1024)],
  ]
  for (const path of paths(fitting(command))) {
    for (const [what, value] of wrong) spoilt.push([`${path.join('.')}: ${what}`, changed(command, path, () => value)])
    for (const extra of ['isAdmin', 'toString', '__proto__']) {
      const more = changed(command, path, (was) => (isRecord(was) ? withField(was, extra) : was))
      if (isRecord(at(fitting(command), path))) spoilt.push([`${path.join('.')}: a field ${extra}`, more])
    }
  }
  // A call's body is the server's to judge: it is what it is.
  return spoilt.filter(([what]) => !/\bbody\b/.test(what))
}

function withField(was: Record<string, unknown>, name: string): Record<string, unknown> {
  const more = { ...was }
  Object.defineProperty(more, name, { value: { isAdmin: true }, enumerable: true, writable: true, configurable: true })
  return more
}

function* paths(value: unknown, path: (string | number)[] = []): Generator<(string | number)[]> {
  if (path.length > 0) yield path
  if (Array.isArray(value)) for (const [index, item] of value.entries()) yield* paths(item, [...path, index])
  else if (isRecord(value)) for (const [name, item] of Object.entries(value)) yield* paths(item, [...path, name])
}

function changed(command: CommandName, path: readonly (string | number)[], change: (was: unknown) => unknown): unknown {
  const all = fitting(command)
  const holder = at(all, path.slice(0, -1)) as Record<string | number, unknown>
  const last = path.at(-1) ?? 0
  holder[last] = change(holder[last])
  return all
}

function at(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((inner, key) => (inner as Record<string | number, unknown>)[key], value)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function deep(levels: number): object {
  let made: object = {}
  for (let level = 0; level < levels; level += 1) made = { inner: made }
  return made
}

function circular(): object {
  const made: Record<string, unknown> = { email: 'a@b.co' }
  made.self = made
  return made
}
