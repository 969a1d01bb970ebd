import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from '@playwright/test'
import { isFileCall, saveProblem, saveStream } from '../../src/main/files/save.ts'
import { mediaFor, paperNamed } from '../../src/main/print/job.ts'
import { printersIn } from '../../src/main/print/windows.ts'
import { serverPlace } from '../../src/main/server/address.ts'
import { say } from '../../src/main/words.ts'

/** Parts of main that need no app. */

test('a driver’s paper is found by its measures, however it is written, and never a wrong one', () => {
  const label = { widthMm: 100, heightMm: 150 }
  expect(paperNamed(['A4', '4 x 6', 'Letter'], label)).toBe('4 x 6')
  expect(paperNamed(['A4', '100mm x 150mm', '4" x 6"'], label)).toBe('100mm x 150mm')
  expect(paperNamed(['User defined (50.0mm x 30.0mm)'], { widthMm: 50, heightMm: 30 })).toBe(
    'User defined (50.0mm x 30.0mm)',
  )
  expect(paperNamed(['10 x 15 cm'], label)).toBe('10 x 15 cm')
  expect(paperNamed(['150 x 100 mm', 'A6'], label)).toBe(null)
  expect(paperNamed(['A4', 'Letter', '2 x 1'], label)).toBe(null)
  // A label is never put on paper that is smaller: nothing is scaled, so its edge would be cut off.
  expect(paperNamed(['98 x 148 mm'], label)).toBe(null)
  expect(paperNamed(['98 x 148 mm', '102 x 152 mm'], label)).toBe('102 x 152 mm')
})

/** Would catch: A4 that Windows names without its measures, or a custom size that makes an office printer ask for its paper. */
test('A4 is found by its name, and what a driver names goes before a custom size', () => {
  const a4 = { widthMm: 210, heightMm: 297 }
  expect(paperNamed(['Letter', 'A4 Rotated', 'A4 Small', 'A4', 'A3'], a4)).toBe('A4')
  expect(paperNamed(['Letter', 'A5', 'A3'], a4)).toBe(null)
  const anySize = ['custom_min_0.5x0.5in', 'custom_max_100x100in']
  expect(mediaFor(['na_letter_8.5x11in', 'iso_a4_210x297mm', ...anySize], a4)).toBe('iso_a4_210x297mm')
  expect(mediaFor(['na_letter_8.5x11in', ...anySize], a4)).toBe('Custom.210x297mm')
  expect(mediaFor(['na_letter_8.5x11in'], a4)).toBe(null)
  // A paper that is only near is no reason to leave the label's own size.
  expect(mediaFor(['custom_4x6_101.6x152.4mm', ...anySize], { widthMm: 100, heightMm: 150 })).toBe('Custom.100x150mm')
})

/** Would catch: a label printer with many papers of which only the first are seen, and one without any that stops the list. */
test('every paper of every printer that Windows names is known', () => {
  const papers = ['USER', '144mm x 100mm', '2 x 4', '4 x 4', '4 x 6', '100 x 150 mm']
  const told = [
    { Name: '\\\\server\\Zebra: 一号', Default: true, WorkOffline: false, PrinterPaperNames: papers },
    { Name: 'Fax', Default: false, WorkOffline: true, PrinterPaperNames: null },
  ]
  expect(printersIn(JSON.stringify(told))).toEqual([
    { name: '\\\\server\\Zebra: 一号', isDefault: true, isOffline: false, papers },
    { name: 'Fax', isDefault: false, isOffline: true, papers: [] },
  ])
  expect(printersIn('[]')).toEqual([])
})

test('a full disk in the middle of a file is said so, and the partial file goes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'selvedge-save-'))
  async function* fullDisk() {
    yield Buffer.alloc(1_000)
    throw Object.assign(new Error('no space'), { code: 'ENOSPC' })
  }
  const options = { signal: new AbortController().signal, expectedBytes: null, onBytes: () => undefined }
  const error = await saveStream(Readable.from(fullDisk()), join(folder, 'a.csv'), options).catch(
    (reason: unknown) => reason,
  )
  expect(saveProblem(error, (text) => text)).toMatchObject({
    code: 'disk',
    message: 'There is no room left on the disk.',
  })
  expect(await readdir(folder)).toEqual([])
  await rm(folder, { recursive: true })
})

test('only calls that give a file may be fetched with main’s token', () => {
  expect(isFileCall({ method: 'POST', path: '/v1/erp/vendor/get-orders-file' })).toBe(true)
  expect(isFileCall({ method: 'GET', path: '/selvedge/labels/0199c7a1-0000-7000-8000-000000000000' })).toBe(true)
  for (const path of [
    '/v1/erp/vendor/get-orders',
    '/selvedge/labels/',
    '/selvedge/labels/..',
    '/selvedge/labels/a%2Fb',
    '//h/x',
    'v1/erp/vendor/get-orders-file',
    '/v1/erp/vendor/get-orders-file/',
    '/v1/erp/vendor/get-orders-file\n',
  ]) {
    for (const method of ['GET', 'POST'] as const) expect.soft(isFileCall({ method, path }), path).toBe(false)
  }
})

test('a token travels by https, or not beyond this computer', () => {
  expect(serverPlace({})).toEqual({ kind: 'embedded', isFixed: false })
  expect(serverPlace({ SELVEDGE_SERVER_URL: 'https://erp.example/' })).toEqual({
    kind: 'remote',
    isFixed: true,
    url: 'https://erp.example',
  })
  expect(serverPlace({ SELVEDGE_SERVER_URL: 'http://127.0.0.1:4680' })).toEqual({
    kind: 'remote',
    isFixed: true,
    url: 'http://127.0.0.1:4680',
  })
  for (const bad of ['http://erp.example', 'ftp://erp.example', 'http://127.0.0.1.example', 'erp.example']) {
    expect(() => serverPlace({ SELVEDGE_SERVER_URL: bad })).toThrow()
  }
})

test('main speaks the user’s language and falls back to English', () => {
  const named = 'There is no printer named {{printer}} on this computer.'
  expect(say('zh-CN', named, { printer: 'Z{{1}}' })).toBe('此电脑上没有名为“Z{{1}}”的打印机。')
  expect(say('hi', named, { printer: 'Z' })).toBe('There is no printer named Z on this computer.')
})
