import axios, { AxiosError, type InternalAxiosRequestConfig } from 'axios'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { contract } from '../../src/shared/areas.ts'
import { type Call, givesEvents, givesFile } from '../../src/shared/kernel/call.ts'
import { inputOf } from '../support/call-samples.ts'

let sent: string[] = []
let answer: 'none' | 'cut' | 502 | 200 | 409 = 200
/** The page's own calls, over a line that is cut when asked. */
let client: typeof import('../../src/renderer/api/client.ts')
const keeps = new Map<string, string>()

beforeAll(async () => {
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => keeps.get(name) ?? null,
    setItem: (name: string, value: string) => void keeps.set(name, value),
  })
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined })
  axios.defaults.adapter = async (config: InternalAxiosRequestConfig) => {
    sent.push(String(config.headers.get('Idempotency-Key')))
    if (answer === 'none') return new Promise(() => undefined)
    if (answer === 'cut') throw new AxiosError('Network Error', AxiosError.ERR_NETWORK, config)
    const reply = { data: { message: '', data: {} }, status: answer, statusText: '', headers: {}, config }
    if (answer !== 200) throw new AxiosError('refused', AxiosError.ERR_BAD_RESPONSE, config, null, reply)
    return reply
  }
  client = await import('../../src/renderer/api/client.ts')
})
beforeEach(() => {
  sent = []
  answer = 200
})

async function press(name: string, input: object, options: object = { key: client.newKey() }): Promise<void> {
  const [area = '', call = ''] = name.split('.')
  const calls = client.api as unknown as Record<string, Record<string, (...of: object[]) => Promise<unknown>>>
  await calls[area]?.[call]?.(input, options).catch(() => undefined)
}

const commands = Object.entries(contract as unknown as Record<string, Record<string, Call>>).flatMap(([area, calls]) =>
  Object.entries(calls)
    .filter(([, call]) => call.changes && !givesFile(call) && !givesEvents(call))
    .map(([key, call]) => [`${area}.${key}`, call] as const),
)

const given = (name: string, call: Call) => ({
  ...inputOf(name, call),
  ...(call.takesFile && { file: new File(['x'], 'sheet.xlsx', { lastModified: 1 }) }),
})

// Would catch: a press whose answer was lost and that is pressed again under a key of its own: two orders, two gate passes.
it('every command pressed again after its answer was cut is the same press, and after an answer another', async () => {
  expect(commands.length).toBeGreaterThan(150)
  for (const [name, call] of commands) {
    sent = []
    for (const one of ['cut', 502, 200, 200] as const) {
      answer = one
      await press(name, given(name, call))
    }
    const [first, ...others] = sent
    expect([name, others[0], others[1], others[2] === first]).toEqual([name, first, first, false])
  }
})

// Would catch: a key that hangs on the button and not on what is sent.
it('other content is another press, and so is the same content while the first is under way', async () => {
  answer = 'cut'
  await press('languages.addLanguage', { code: 'hi', name: 'Hindi' })
  await press('languages.addLanguage', { code: 'ta', name: 'Tamil' })
  answer = 'none'
  void press('languages.addLanguage', { code: 'bn', name: 'Bengali' })
  void press('languages.addLanguage', { code: 'bn', name: 'Bengali' })
  await vi.waitFor(() => expect(sent).toHaveLength(4))
  expect(new Set(sent).size).toBe(4)
})

// Would catch: a page that is loaded anew with its draft, and sends what was done already.
it('a reload keeps the key, and a password is never written down', async () => {
  answer = 'cut'
  await press('languages.addLanguage', { code: 'kn', name: 'Kannada' })
  await press('people.changePassword', { current_password: 'one', new_password: 'another long one' })
  const [first = '', secret = ''] = sent
  const kept = [...keeps.values()].join()
  expect([kept.includes(first), kept.includes(secret)]).toEqual([true, false])
  vi.resetModules()
  client = await import('../../src/renderer/api/client.ts')
  await press('languages.addLanguage', { code: 'kn', name: 'Kannada' })
  expect(sent.at(-1)).toBe(first)
})
