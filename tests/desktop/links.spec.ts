import fc from 'fast-check'
import type { Desktop } from '../support/desktop.ts'
import { sendFile } from './fake-server.ts'
import { ask, done, expect, signIn, test } from './fixtures.ts'

const open = (desktop: Desktop, address: string) => ask(desktop.page, 'app.openLink', address)
const label = '/selvedge/labels/3f0b0a52-6c1d-4d7e-9a55-0c2b5f1e7a10'

// Would catch: a market's page that is asked about every time.
test('pages of the known market open at once', async ({ desktop }) => {
  const known = [
    'https://1688.com/',
    'https://detail.1688.com/offer/612345.html?spm=a.b&sku=%E7%BA%A2',
    'https://DETAIL.1688.COM/offer/1.html',
    '  https://shop1.1688.com/  ',
    'https://1688.com:443/',
  ]
  for (const address of known) expect.soft(await open(desktop, address), address).toEqual({ ok: undefined })
  expect(desktop.questions).toEqual([])
  expect(desktop.openedOutside).toEqual(known.map((address) => new URL(address.trim()).href))
})

const refused = [
  ...['javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'java\nscript:alert(1)', '\u0001javascript:alert(1)'],
  ...['file:///etc/passwd', 'file://evil.example/share/x.exe', '\\\\evil.example\\share', 'C:\\Windows\\calc.exe'],
  ...[
    'data:text/html,x',
    'blob:https://1688.com/1',
    'ms-msdt:/id',
    'mailto:a@b.co',
    'selvedge://trace/1',
    'app://selvedge/',
  ],
  ...['http://1688.com/', 'ftp://1688.com/', '//1688.com/', '1688.com', '', ' ', 'https:', 'https://', 'https://[::'],
  ...['https://1688.com@evil.example/', 'https://user:pass@1688.com/', 'https://1688.com%40evil.example/'],
  ...['https://1688.com\\@evil.example/', 'https://1688.com\t.evil.example/', 'https://1688.com/\u202Egpj.exe'],
  ...['https://1688.com\u200b.evil.example/', 'https://1688.com/a b', '--version', '-h'],
  `https://1688.com/${'a'.repeat(2_100)}`,
  `https://1688.com/${'界'.repeat(400)}`,
]

// Would catch: an address that another program runs, that leads elsewhere than it reads, or that the system cannot take.
test('what is no plain https address is refused, without a question', async ({ desktop }) => {
  for (const address of refused) {
    expect.soft(await open(desktop, address), JSON.stringify(address)).toMatchObject({ error: { code: 'refused' } })
  }
  expect(desktop.questions).toEqual([])
  expect(desktop.openedOutside).toEqual([])
})

const asked: [address: string, host: string][] = [
  ['https://1688.com.evil.example/', '1688.com.evil.example'],
  ['https://evil1688.com/', 'evil1688.com'],
  ['https://1688.com./', '1688.com.'],
  ['https://1688.com:8443/', '1688.com:8443'],
  ['https://1688.co/', '1688.co'],
  // Full-width digits are the same host after all; a Cyrillic letter is not.
  ['https://1688.\u0441om/', '1688.xn--om-nmc'],
  ['https://xn--1688-9cd.com/', 'xn--1688-9cd.com'],
  ['https://evil.example/https://1688.com/', 'evil.example'],
  ['https://evil.example/#.1688.com', 'evil.example'],
  ['https://evil.example/?1688.com', 'evil.example'],
  ['https://127.0.0.1/', '127.0.0.1'],
  ['https://0x7f.1/', '127.0.0.1'],
]

// Would catch: a look-alike that opens at once, or whose question shows the name that it imitates.
test('any other host is named as it resolves, and opens only when the user agrees', async ({ desktop }) => {
  for (const [address, host] of asked) {
    await open(desktop, address)
    expect.soft(desktop.questions.at(-1)?.detail, address).toContain(`It leads to ${host}.`)
  }
  expect(desktop.questions).toHaveLength(asked.length)
  expect(desktop.openedOutside).toEqual([])
  desktop.answerQuestion(0)
  await done(desktop.page, 'app.openLink', 'https://docs.example/a?b#c')
  expect(desktop.openedOutside).toEqual(['https://docs.example/a?b#c'])
})

test('full-width digits are the same host, and open as what they are', async ({ desktop }) => {
  await done(desktop.page, 'app.openLink', 'https://\uff11\uff16\uff18\uff18.com/')
  expect(desktop.openedOutside).toEqual(['https://1688.com/'])
})

test('one question stands at a time', async ({ desktop }) => {
  await desktop.page.evaluate(() => {
    for (let at = 0; at < 5; at += 1) window.open(`https://flood${at}.example/`)
  })
  const replies = await Promise.all([0, 1, 2, 3].map((at) => open(desktop, `https://many${at}.example/`)))
  expect(desktop.openedOutside).toEqual([])
  for (const reply of replies) expect('ok' in reply || reply.error.code === 'refused').toBe(true)
})

// Would catch: any text at all that is opened without a question though it is not of the known market.
test('whatever the text: without a question only the known market opens', async ({ desktop }) => {
  const host = fc.oneof(
    fc.domain(),
    fc.domain().map((name) => `${name}.1688.com`),
    fc.domain().map((name) => `1688.com.${name}`),
    fc.string({ maxLength: 12 }).map((text) => `${text}1688.com`),
  )
  const address = fc.oneof(
    fc.webUrl(),
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc
      .tuple(fc.constantFrom('https:', 'https://', 'http://', 'javascript:', 'HTTPS:\\\\'), host, fc.webPath())
      .map((parts) => parts.join('')),
  )
  const addresses = fc.sample(address, 150)
  for (const one of addresses) await open(desktop, one)
  for (const opened of desktop.openedOutside) {
    const url = new URL(opened)
    expect.soft(url.protocol, opened).toBe('https:')
    expect.soft(url.host, opened).toMatch(/^(?:.+\.)?1688\.com$/)
    expect.soft(url.username + url.password, opened).toBe('')
  }
})

// Would catch: a label that is shown to another program, together with the address that gives it.
test('a label_url of the app’s own server is saved by the app and its file shown, the address never opened outside', async ({
  desktop,
  server,
}) => {
  await signIn(desktop.page)
  server.on(label, (_request, response) =>
    sendFile(response, '%PDF-1.7', 'inline; filename="labels.pdf"', 'application/pdf'),
  )
  await done(desktop.page, 'app.openLink', `${server.url}${label}`)
  expect(desktop.suggestedPaths.at(-1)).toContain('labels.pdf')
  // Would catch: labels that are saved and not seen.
  expect(desktop.openedFiles).toEqual([expect.stringMatching(/labels\.pdf$/)])
  // The page may ask for other things meanwhile.
  expect(server.seen.findLast(({ path }) => path === label)).toMatchObject({ authorization: `Bearer ${server.token}` })
  for (const path of ['/', '/v1/erp/vendor/get-orders', '/selvedge/labels/..', '/selvedge/labels/%2e%2e/x']) {
    expect.soft(await open(desktop, server.url + path), path).toMatchObject({ error: { code: 'refused' } })
  }
  expect(desktop.openedOutside).toEqual([])
})

// Would catch: a link in a screen that leaves the app by another way than the door.
test('links of a page, in this window or a new one, go through the same door', async ({ desktop }) => {
  const click = (href: string, target: string) =>
    desktop.page.evaluate(
      ([address, where]) => {
        const anchor = document.createElement('a')
        Object.assign(anchor, { href: address, target: where })
        document.body.append(anchor)
        anchor.click()
        anchor.remove()
      },
      [href, target] as const,
    )
  await click('https://detail.1688.com/offer/1.html', '_blank')
  await expect.poll(() => desktop.openedOutside).toEqual(['https://detail.1688.com/offer/1.html'])
  await click('https://detail.1688.com/offer/2.html', '')
  await expect.poll(() => desktop.openedOutside).toContain('https://detail.1688.com/offer/2.html')
  await click('https://1688.com.evil.example/', '_blank')
  await expect.poll(() => desktop.questions.length).toBe(1)
  await click('https://user:pass@evil.example/', '_blank')
  await click('http://1688.com/', '')
  // The page is still the app's own, with its bridge.
  await expect(async () => {
    expect(await done(desktop.page, 'app.info')).toMatchObject({ edition: 'desktop' })
  }).toPass({ timeout: 10_000 })
  expect(desktop.openedOutside).toHaveLength(2)
  expect(new URL(desktop.page.url()).pathname).not.toContain('offer')
})
