import { type FakeServer, ordersFile } from './fake-server.ts'
import { ask, done, expect, signIn, skipHere, test } from './fixtures.ts'

test('every command is there and answers a value, never a rejection that loses its code', async ({
  desktop,
  server,
}) => {
  const info = await done<{ edition: string; serverUrl: string }>(desktop.page, 'app.info')
  expect(info).toMatchObject({ edition: 'desktop', serverUrl: server.url, canPrintDirectly: true })
  expect(await ask(desktop.page, 'session.state')).toEqual({ ok: { signedIn: false, savedSafely: true } })
  expect(await done(desktop.page, 'settings.set', { language: 'zh' })).toMatchObject({ language: 'zh', theme: null })
  expect(await done(desktop.page, 'settings.get')).toMatchObject({ language: 'zh', theme: null })
})

test('an error is in the user’s language', async ({ desktop }) => {
  await done(desktop.page, 'settings.set', { language: 'zh' })
  const reply = await ask(desktop.page, 'files.download', download('a'))
  expect(reply).toMatchObject({ error: { code: 'unauthorised', message: '您尚未登录。' } })
})

test('a frame that is not the app’s own page is refused, whatever it asks', async ({ desktop }) => {
  await signIn(desktop.page)
  for (const place of desktop.places) {
    const replies = await desktop.askFrom(place, [
      ['session.state', []],
      ['app.info', []],
      ['files.download', [download('a')]],
    ])
    for (const reply of replies) expect.soft(reply, place).toMatchObject({ error: { code: 'refused' } })
  }
})

const clearance = '/v1/erp/india-supply/vendor/move-from-shipment-pending-to-cutting'

const hostile: [string, string, unknown[]][] = [
  ['an unknown call of the server', 'files.download', [download('a', { path: '/v1/erp/vendor/get-orders' })]],
  ['an upload to a call that takes none', 'files.download', [uploaded(ordersFile)]],
  [
    'an upload to a call that gives no file',
    'files.download',
    [uploaded('/v1/erp/vendor/upload-inventory-file/stock')],
  ],
  ['an upload with a path for a name', 'files.download', [uploaded(clearance, { fileName: '../../etc/passwd' })]],
  ['an upload of text for bytes', 'files.download', [uploaded(clearance, { bytes: 'abc' })]],
  ['a field that breaks the form', 'files.download', [uploaded(clearance, { fields: { 'a"; x': '1' } })]],
  ['another host', 'files.download', [download('a', { path: '//evil.example/x' })]],
  ['a whole address', 'files.download', [download('a', { path: 'https://evil.example/x' })]],
  ['a way up', 'files.download', [download('a', { path: '/selvedge/labels/..' })]],
  ['an escaped way up', 'files.download', [download('a', { path: '/selvedge/labels/%2e%2e%2f' })]],
  ['another method', 'files.download', [download('a', { method: 'DELETE' })]],
  ['no id', 'files.download', [{ ...download('a'), id: '../x' }]],
  ['too many arguments', 'session.state', ['extra']],
  ['no arguments', 'session.signIn', []],
  ['a password and a code', 'session.signIn', [{ email: 'a@b.co', password: 'right', otp: '123456' }]],
  ['neither password nor code', 'session.signIn', [{ email: 'a@b.co' }]],
  ['an object for a string', 'app.openLink', [{ toString: 'https://x' }]],
  ['an unknown setting', 'settings.set', [{ __proto__: null, language: 'en', admin: true }]],
  ['a printer that is a flag', 'print.print', [printJob({ printer: '-o raw' })]],
  ['copies below one', 'print.print', [printJob({ copies: 0 })]],
  ['copies without end', 'print.print', [printJob({ copies: 1e9 })]],
  ['an unknown label', 'print.print', [printJob({ kind: '__proto__' })]],
  ['a title with a line break', 'print.print', [printJob({ title: 'a\nb' })]],
  ['a file nobody saved', 'files.showInFolder', ['/etc/passwd']],
]

test('hostile arguments are refused before the server hears of them', async ({ desktop, server }) => {
  await signIn(desktop.page)
  const before = vendorCalls(server)
  for (const [what, command, args] of hostile) {
    const reply = await ask(desktop.page, command, ...args)
    expect.soft('error' in reply && ['bad-argument', 'refused'].includes(reply.error.code), what).toBe(true)
  }
  expect(vendorCalls(server)).toBe(before)
  expect(desktop.shownInFolder).toEqual([])
})

test('a name that is no command is refused', async ({ desktop }) => {
  skipHere(desktop.runtime !== 'stand-in', 'names that are no commands: Electron’s page cannot even say them')
  for (const name of ['constructor.name', '__proto__.x', 'session.token', '']) {
    const reply = await desktop.page.evaluate((wanted) => window.standInInvoke?.('selvedge:bridge', [wanted, []]), name)
    expect(reply).toMatchObject({ error: { code: 'bad-argument' } })
  }
})

/** The app's own page may be asking for other things meanwhile. */
function vendorCalls(server: FakeServer): number {
  return server.seen.filter(({ path }) => /erp\/vendor|labels/.test(path)).length
}

function uploaded(path: string, more: object = {}) {
  const upload = { fields: {}, fileName: 'a.csv', bytes: new Uint8Array([97]), ...more }
  return { id: 'u', call: { method: 'POST', path }, upload, defaultName: 'result.xlsx' }
}

function download(id: string, call: object = {}) {
  return { id, call: { method: 'POST', path: ordersFile, body: {}, ...call }, defaultName: 'orders_file.csv' }
}

function printJob(change: object) {
  const call = { method: 'POST', path: '/v1/erp/vendor/get-shipping-label', body: {} }
  return { kind: 'shipping', call, title: 'SH-1', copies: 1, ...change }
}
