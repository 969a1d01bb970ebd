import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MOST_ROWS } from '../../src/server/languages/languages.ts'
import { contract } from '../../src/shared/areas.ts'
import { blanksOf, languageTag } from '../../src/shared/kernel/languages.ts'
import type { Client } from '../support/client.ts'
import { resources, type TestServer, testServer } from '../support/server.ts'

const { languages: languagesCalls } = contract
const PIECES = '{{n}} pieces of {{order}}'

let server: TestServer
let admin: Client
let vendor: Client
const folder = mkdtempSync(join(tmpdir(), 'selvedge-languages-'))

function locale(language: string, words: unknown): void {
  mkdirSync(join(folder, 'locales', language), { recursive: true })
  writeFileSync(join(folder, 'locales', language, 'translation.json'), JSON.stringify(words))
}

beforeAll(async () => {
  cpSync(join(resources, 'fonts'), join(folder, 'fonts'), { recursive: true })
  locale('en', { Save: 'Save', Cancel: 'Cancel', [PIECES]: PIECES, 'a. b: c': 'a. b: c' })
  locale('zh', { Save: '保存', Cancel: '取消', 'a. b: c': '' })
  locale('pt', { Save: 'Salvar', Cancel: 'Cancelar' })
  server = await testServer({ resources: folder })
  admin = await server.as('admin')
  vendor = await server.as('vendor')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))
beforeEach(async () => {
  await server.db.deleteFrom('translation').execute()
  await server.db.deleteFrom('language').execute()
})

const page = (url: string, headers: Record<string, string> = {}) => server.app.inject({ url, headers })
const add = (code: string, name = 'x') => admin.call(languagesCalls.addLanguage, { code, name })
const save = (language: string, key: string, text: string | null, version = 0, by = admin) =>
  by.call(languagesCalls.saveTranslation, { language, key, text, version })
const list = (language: string, more: { show?: 'missing' | 'own' | 'all'; search?: string } = {}) =>
  admin.call(languagesCalls.getTranslations, { language, ...more })
const ask = (lng: string, body: Record<string, unknown>, by = vendor) =>
  by.call(languagesCalls.addMissingKeys, { lng, ns: 'translation', ...body } as never)

// Would catch: a language added by mistake that everybody sees for ever; texts that somebody filled in meanwhile gone unseen.
it('a language added by mistake is removed with the texts that were seen, and no other', async () => {
  const remove = (language: string, own: number, by = admin) =>
    by.call(languagesCalls.removeLanguage, { language, own })
  await add('fr', 'Français')
  await save('fr', 'Save', 'Enregistrer')
  expect((await remove('fr', 0)).body).toMatchObject({ code: 'conflict' })
  expect((await remove('fr', 1, vendor)).status).toBe(403)
  expect((await page('/locales/fr/translation.json')).json()).toMatchObject({ Save: 'Enregistrer' })
  expect((await remove('fr', 1)).status).toBe(200)
  expect((await page('/locales/fr/translation.json')).statusCode).toBe(404)
  await add('fr', 'Français')
  expect((await page('/locales/fr/translation.json')).json()).not.toHaveProperty('Save')
  for (const language of ['zh', 'pt']) expect((await remove(language, 0)).status).toBe(409)
  const { rows } = (await admin.call(languagesCalls.getLanguages, {})).body.data
  const added = rows.filter(({ is_added }: { is_added: boolean }) => is_added)
  expect(added.map(({ code }: { code: string }) => code)).toEqual(['fr'])
})

describe('GET /locales/{lng}/{ns}.json', () => {
  it('answers the file with what admins filled in over it, without signing in: the sign-in page needs it', async () => {
    await save('zh', 'Save', '存')
    const reply = await page('/locales/zh/translation.json')
    expect([reply.statusCode, reply.json()]).toEqual([200, { Save: '存', Cancel: '取消' }])
    expect((await page('/locales/zh/translation.json?changed=1')).json()).toEqual({ Save: '存' })
  })

  it('answers a dialect with its mother tongue below it, and 404 for a language that nobody keeps', async () => {
    expect((await page('/locales/pt-BR/translation.json')).json()).toEqual({ Save: 'Salvar', Cancel: 'Cancelar' })
    await add('pt-BR', 'Português (Brasil)')
    await save('pt-BR', 'Cancel', 'Desistir')
    expect((await page('/locales/pt-br/translation.json')).json()).toEqual({ Save: 'Salvar', Cancel: 'Desistir' })
    expect((await page('/locales/pt/translation.json')).json()).toEqual({ Save: 'Salvar', Cancel: 'Cancelar' })
    for (const lng of ['fr', 'cimode', '__proto__', 'a', 'zh%2f..%2fen', 'x-y-z', 'pt-BR-BR!']) {
      expect([lng, (await page(`/locales/${lng}/translation.json`)).statusCode]).toEqual([lng, 404])
    }
  })

  // Would catch: the specification's fallback language refused, so that i18next tries it five times with every start.
  it('answers English for the fallback language dev', async () => {
    const [dev, english] = [await page('/locales/dev/translation.json'), await page('/locales/en/translation.json')]
    expect([dev.statusCode, dev.json()]).toEqual([200, english.json()])
  })

  it('answers 304 to who has it already, and the new words after a change: no stale translation from a cache', async () => {
    const first = await page('/locales/zh/translation.json')
    expect(first.headers['cache-control']).toBe('no-cache')
    const held = { 'if-none-match': String(first.headers.etag) }
    const same = await page('/locales/zh/translation.json', held)
    expect([same.statusCode, same.body]).toEqual([304, ''])
    await save('zh', 'Save', '存')
    expect((await page('/locales/zh/translation.json', held)).statusCode).toBe(200)
  })

  it('keeps markup and keys that name parts of JavaScript as plain words', async () => {
    const words = { constructor: '<script>alert(1)</script>', 'a. b: c': '"},{"x":"' }
    await ask('zh', { constructor: '', hasOwnProperty: '' })
    const reply = await admin.call(languagesCalls.importTranslations, { language: 'zh', texts: words })
    expect(reply.body.data).toMatchObject({ saved: 2, unknown: 0 })
    const answer = await page('/locales/zh/translation.json?changed=1')
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
    expect(JSON.parse(answer.body)).toEqual(words)
  })

  it('lists the languages beside English and Chinese with their own names and the share that is translated', async () => {
    await add('hi', 'हिन्दी')
    await save('hi', 'Save', 'सहेजें')
    expect((await page('/locales/languages.json')).json()).toEqual([
      { code: 'hi', name: 'हिन्दी', share: 0.25 },
      { code: 'pt', name: 'português', share: 0.5 },
    ])
  })
})

describe('who asks for languages again and again', () => {
  // Would catch: pages open to everybody that read whole tables without any limit.
  it('is told to wait, also without a session', async () => {
    const strict = await testServer({ db: server.db, resources: folder, limits: { callsPerMinute: 2 } })
    for (const url of ['/locales/languages.json', '/locales/zh/translation.json'])
      expect((await strict.app.inject({ url })).statusCode).toBe(200)
    const third = await strict.app.inject({ url: '/locales/languages.json' })
    expect([third.statusCode, third.json().code]).toEqual([429, 'too_many_requests'])
    await strict.stop()
  })
})

describe('missing keys', () => {
  it('arrive from any signed-in user, once each, and are seen by the admin until they are filled', async () => {
    expect((await ask('zh', { 'New words': '', Save: '' })).body.data).toEqual({ taken: 1, left_out: 1 })
    expect((await ask('zh-CN', { 'New words': '' })).status).toBe(404)
    await ask('zh', { 'New words': 'New words' })
    const { rows, counts } = (await list('zh')).body.data
    expect(rows.map(({ key, asked_at }) => [key, asked_at !== null])).toEqual([
      ['New words', true],
      ['a. b: c', false],
      [PIECES, false],
    ])
    expect(counts).toEqual({ missing: 3, own: 0, all: 5 })
    await save('zh', 'New words', '新词')
    expect((await ask('zh', { 'New words': '' })).body.data).toEqual({ taken: 0, left_out: 1 })
    expect((await page('/locales/zh/translation.json')).json()['New words']).toBe('新词')
  })

  it('are refused in English, in languages that nobody added, in other namespaces, and without a session', async () => {
    expect((await ask('en', { a: '' })).status).toBe(400)
    expect((await ask('en-US', { a: '' })).status).toBe(400)
    expect((await ask('fr', { a: '' })).body.message).toBe('This language is not kept here.')
    expect((await vendor.call(languagesCalls.addMissingKeys, { lng: 'zh', ns: 'other', a: '' } as never)).status).toBe(
      400,
    )
    expect((await ask('zh', { a: '' }, server.anyone)).status).toBe(401)
    expect(await server.db.selectFrom('translation').selectAll().execute()).toEqual([])
  })

  it('have limits: how many, how long, what signs, and how many rows a language may fill', async () => {
    const many = (n: number) => Object.fromEntries(Array.from({ length: n }, (_, at) => [`k${at}`, '']))
    expect((await ask('zh', many(101))).status).toBe(400)
    expect((await ask('zh', {})).status).toBe(400)
    expect((await ask('zh', { ['x'.repeat(501)]: '' })).status).toBe(400)
    expect((await ask('zh', { ['字'.repeat(500)]: '' })).body.data.taken).toBe(1)
    expect((await ask('zh', { 'a\u0000b': '' })).status).toBe(400)
    expect((await ask('zh', { a: 1 })).status).toBe(400)
    const full = Array.from({ length: MOST_ROWS - 2 }, (_, at) => ({ language: 'zh', key: `full ${at}` }))
    for (let at = 0; at < full.length; at += 1_000) {
      await server.db
        .insertInto('translation')
        .values(full.slice(at, at + 1_000))
        .execute()
    }
    expect((await ask('zh', many(3))).body.data).toEqual({ taken: 1, left_out: 2 })
    const { count } = await server.db
      .selectFrom('translation')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(MOST_ROWS)
    // Would catch: one vendor whose nonsense fills the table, so that no text of the program is asked for any more.
    expect((await ask('zh', { [PIECES]: '', k9: '' })).body.data).toEqual({ taken: 1, left_out: 1 })
  })

  it('that are no words of the screens can be dropped, filled ones cannot', async () => {
    await ask('zh', { Junk: '', 'More junk': '' })
    await save('zh', 'More junk', '词')
    const reply = await admin.call(languagesCalls.dropMissingKeys, {
      language: 'zh',
      keys: ['Junk', 'More junk', 'Save'],
    })
    expect(reply.body.data).toEqual({ dropped: 1 })
    expect((await list('zh', { show: 'own' })).body.data.rows.map(({ key }) => key)).toEqual(['More junk'])
  })
})

describe('filling in', () => {
  it('saves with a version, is stale for a second admin, and taking it back brings the program’s own words again', async () => {
    const saved = await save('zh', 'Save', ' 存 ')
    expect(saved.body.data.translation).toMatchObject({ text: '存', is_own: true, version: 1 })
    const other = await server.as('super_admin')
    const stale = await save('zh', 'Save', '储存', 0, other)
    expect([stale.status, stale.body.code]).toEqual([409, 'stale'])
    const back = await save('zh', 'Save', null, 1)
    expect(back.body.data.translation).toMatchObject({ text: '保存', is_own: false, version: 2 })
    const events = await server.db
      .selectFrom('audit_event')
      .select('details')
      .where('event', '=', 'translation.saved')
      .execute()
    expect(events.map(({ details }) => details)).toContainEqual({ key: 'Save', before: '存', after: null })
  })

  it('saves one of two who save at once, and tells the other', async () => {
    const replies = await Promise.all(['一', '二', '三'].map((text) => save('zh', 'Cancel', text)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })

  it('refuses a translation that loses or invents a {{name}}, in words that name them', async () => {
    const lost = await save('zh', PIECES, '{{n}} 件')
    expect([lost.status, lost.body.details.values]).toEqual([400, { blanks: '{{n}} {{order}}' }])
    expect((await save('zh', PIECES, '{{n}} 件 {{order}} {{other}}')).status).toBe(400)
    expect((await save('zh', 'Save', '保存 {{n}}')).status).toBe(400)
    expect((await save('zh', PIECES, '订单 {{order}}：{{ n }} 件')).status).toBe(200)
  })

  it('is not for texts that are none, nor for English, nor for who may not', async () => {
    expect((await save('zh', 'No such text', '无')).status).toBe(404)
    expect((await save('en', 'Save', 'Keep')).status).toBe(400)
    expect((await save('zh', 'Save', '存', 0, await server.as('ops'))).status).toBe(403)
  })

  it('shows English beside the translation, searched in both, page by page', async () => {
    expect((await list('zh', { show: 'all', search: 'sAv' })).body.data.rows.map(({ text }) => text)).toEqual(['保存'])
    expect((await list('zh', { show: 'all', search: '取' })).body.data.rows.map(({ key }) => key)).toEqual(['Cancel'])
    const seen: string[] = []
    let cursor: string | null | undefined
    while (cursor !== null) {
      const input = { language: 'zh', show: 'all', page_size: 3, cursor } as const
      const reply: Awaited<ReturnType<typeof list>> = await admin.call(languagesCalls.getTranslations, input)
      seen.push(...reply.body.data.rows.map(({ key }) => key))
      cursor = reply.body.data.next_cursor
    }
    expect(seen).toEqual(['Cancel', 'Save', 'a. b: c', PIECES])
  })

  it('takes back what was exported and filled in elsewhere; wrong texts are named and cost no others', async () => {
    await add('hi', 'हिन्दी')
    const file = await admin.call(languagesCalls.exportTranslations, { language: 'hi' })
    expect(file.headers['content-disposition']).toContain('hi.json')
    const texts = JSON.parse(file.bytes.toString('utf8')) as Record<string, string>
    expect(texts).toEqual({ Save: '', Cancel: '', [PIECES]: '', 'a. b: c': '' })
    const filled = { ...texts, Save: 'सहेजें', [PIECES]: 'बिना', 'No such text': 'x' }
    const taken = await admin.call(languagesCalls.importTranslations, { language: 'hi', texts: filled })
    expect(taken.body.data).toEqual({ saved: 1, unchanged: 0, unknown: 1, refused: [PIECES], refused_count: 1 })
    const again = await admin.call(languagesCalls.importTranslations, { language: 'hi', texts: filled })
    expect(again.body.data).toMatchObject({ saved: 0, unchanged: 1 })
    expect((await page('/locales/hi/translation.json')).json()).toEqual({ Save: 'सहेजें' })
  })
})

describe('adding a language', () => {
  it('writes the code as it is usually written, and refuses one that is there or is no code', async () => {
    expect((await add('PT-br', 'Português')).body.data).toEqual({ code: 'pt-BR' })
    for (const code of ['pt-BR', 'pt', 'zh-TW', 'en', 'EN-us', 'klingon', 'dev', '../x', 'p', '']) {
      const { status } = await add(code)
      expect([code, status >= 400 && status < 500]).toEqual([code, true])
    }
    const { rows, texts } = (await admin.call(languagesCalls.getLanguages, {})).body.data
    expect([texts, rows.map(({ code, translated }) => [code, translated])]).toEqual([
      4,
      [
        ['zh', 2],
        ['pt', 2],
        ['pt-BR', 0],
      ],
    ])
  })
})

it('knows the names in braces, each once: a language may need one twice', () => {
  expect(blanksOf('{{b}} and {{ a }} and {{b}} and {{- c, number}} and { d }')).toBe('{{a}} {{b}} {{c}}')
  expect(languageTag('ZH-hant-tw')).toBe('zh-Hant-TW')
})
