import type { TFunction } from 'i18next'
import { describe, expect, test, vi } from 'vitest'
import { nextPlace } from '../../src/renderer/actions/next-place.ts'
import { isAccepted, wrongKind } from '../../src/renderer/actions/upload/ChooseFile.tsx'
import { faultsAsText } from '../../src/renderer/actions/upload/FaultTable.tsx'
import { fileCall, fileName } from '../../src/renderer/api/client.ts'
import { appendEvent, type LoggedEvent, redactPath } from '../../src/renderer/api/request-log.ts'
import { chunkFailureOf, withinTime } from '../../src/renderer/app/Screen.tsx'
import { attachmentName } from '../../src/renderer/host/browser-app.ts'
import { HostError, unwrapped } from '../../src/renderer/host/electron.ts'
import { formatsFor } from '../../src/renderer/i18n/formats.ts'
import { detection, languageOf, localeOf } from '../../src/renderer/i18n/language.ts'
import { toastBottom } from '../../src/renderer/kit/toast-place.ts'
import { turnQuotas } from '../../src/renderer/ops/production/quotas.ts'
import { amendedBecause } from '../../src/renderer/orders/amendments.tsx'
import { exceptionTags } from '../../src/renderer/orders/order-columns.tsx'
import { loginPath, returnPath } from '../../src/renderer/session/session.ts'
import type { Locale } from '../../src/renderer/table/words.ts'
import { overRoom, roomOf } from '../../src/renderer/warehouse/gate-passes/plan-room.ts'
import { exceptionKinds } from '../../src/shared/areas/orders/answers.ts'
import type { OrderRow } from '../../src/shared/areas/orders/shapes.ts'
import { agreedReason, statusOf } from '../../src/shared/areas/price-negotiations/rules.ts'
import { contract } from '../../src/shared/areas.ts'

// Would catch: numbers that are typed and gone once a split is looked at the other way before it adds up.
test('a split that does not add up yet is said by size and by quantity without losing a piece', () => {
  const lines = ['XS', 'S', 'M'].flatMap((size) => [
    { size, pieces: 40 },
    { size, pieces: 1 },
  ])
  const typed = [
    { facility: 'NOI1', size: null, pieces: 50 },
    { facility: 'TIR2', size: null, pieces: 11 },
  ]
  const bySize = turnQuotas(lines, typed, 'size')
  expect(bySize.map(({ facility, size, pieces }) => `${facility} ${size} ${pieces}`)).toEqual([
    ...['NOI1 XS 17', 'NOI1 S 16', 'NOI1 M 17', 'TIR2 XS 4', 'TIR2 S 3', 'TIR2 M 4'],
  ])
  expect(turnQuotas(lines, bySize, 'quantity')).toEqual(typed)
  // An order without quantities has no proportion.
  expect(turnQuotas([{ size: 'XS', pieces: 0 }], typed, 'size')).toEqual(typed)
})

describe('language', () => {
  test('is looked for in the specification’s order and under its names', () => {
    expect(detection.order).toEqual(['querystring', 'cookie', 'localStorage', 'sessionStorage', 'navigator', 'htmlTag'])
    expect(detection).toMatchObject({
      lookupQuerystring: 'lng',
      lookupCookie: 'i18next',
      lookupLocalStorage: 'i18nextLng',
    })
  })

  test('every Chinese tag is Chinese, what is no tag English', () => {
    expect(['zh', 'zh-CN', 'zh-Hans-CN', 'ZH_tw'].map(languageOf)).toEqual(['zh', 'zh', 'zh', 'zh'])
    expect(['en', 'hi-IN', '', null, undefined].map(languageOf)).toEqual(['en', 'hi-IN', 'en', 'en', 'en'])
    expect(localeOf('zh-Hans')).toBe('zh-CN')
  })

  test('a calendar day never slips by a zone, money is minor units', () => {
    expect(formatsFor('en').day('2026-03-01')).toBe('01 Mar 2026')
    expect(formatsFor('zh').day('2026-03-01')).toBe('2026-03-01')
    expect(formatsFor('zh').instant('2026-03-01T00:05:00Z')).toMatch(/^2026-0[23]-\d\d \d\d:05$/)
    expect(formatsFor('en').money({ minor: 123450, currency: 'CNY' })).toBe('¥1,234.50')
    expect(formatsFor('en').money({ minor: 500, currency: 'JPY' })).toBe('¥500')
  })
})

// Would catch: "Waits for vendor" said to the vendor itself; an agreement that is named in English to a Chinese reader.
test('a negotiation is said to the side that reads it', () => {
  const waits = { state: 'OPEN', last_side: 'house' } as const
  expect([statusOf(waits, 'vendor'), statusOf(waits, 'house')]).toEqual(['Waits for you', 'Waits for vendor'])
  const asked = { ...waits, last_side: 'vendor' as const }
  expect([statusOf(asked, 'vendor'), statusOf(asked, 'house')]).toEqual(['Waits for the company', 'Waits for us'])
  const t = ((text: string, values?: { number: string }) => `${text} ${values?.number ?? ''}`) as unknown as TFunction
  expect(amendedBecause(agreedReason('PN-000006'), t)).toBe('Price agreed in {{number}} PN-000006')
  expect(amendedBecause('Price agreed in person', t)).toBe('Price agreed in person ')
})

describe('sign-in leads back', () => {
  test('to the page and its filters', () => {
    const path = loginPath({ pathname: '/supplier/my-orders', search: '?tab=new&q=箱' })
    expect(returnPath(path.slice('/login'.length))).toBe('/supplier/my-orders?tab=new&q=箱')
  })

  test('to the area of supply management by its own way in', () => {
    const path = loginPath({ pathname: '/supply-management/orders', search: '?page=2' })
    expect(path.startsWith('/supply-management/login?')).toBe(true)
    expect(returnPath(path.slice('/supply-management/login'.length))).toBe('/supply-management/orders?page=2')
  })

  test.each([
    '/supply-management/login?next=/x',
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/login?next=/login',
    'javascript:x',
    '/a\\b',
    '/\t/evil.example',
    '/\r\n/evil.example',
  ])('never to %s', (next) => {
    expect(returnPath(`?next=${encodeURIComponent(next)}`)).toBeNull()
  })
})

describe('the request log', () => {
  test('keeps no codes, ids, mails or queries', () => {
    expect(redactPath('/v1/erp/vendor/upload-packing-file-shipment-management/SH-000012?x=1')).toBe(
      '/v1/erp/vendor/upload-packing-file-shipment-management/*',
    )
    expect(redactPath('/selvedge/labels/0190f0a0-0000-7000')).toBe('/selvedge/labels/*')
    expect(redactPath('/a/me@x.cn')).toBe('/a/*')
  })

  test('is bounded: local storage must not fill up', () => {
    const event: LoggedEvent = { at: '', kind: 'request-sent', path: '/' }
    const full = Array.from({ length: 500 }, () => event)
    const next = appendEvent(full, { ...event, path: '/last' })
    expect([next.length, next.at(-1)?.path]).toEqual([500, '/last'])
  })
})

describe('files', () => {
  test('the name of an attachment header, UTF-8 first, never a path', () => {
    expect(attachmentName(`attachment; filename="x.csv"; filename*=UTF-8''${encodeURIComponent('装箱单.csv')}`)).toBe(
      '装箱单.csv',
    )
    expect(attachmentName('attachment; filename=orders_file.csv')).toBe('orders_file.csv')
    expect(attachmentName('attachment; filename="../../etc/passwd"')).toBe('passwd')
    expect(attachmentName(null)).toBeNull()
  })

  test('a file of the wrong kind is refused in the specification’s words', () => {
    expect(isAccepted('LIST.XLSX', ['.xlsx'])).toBe(true)
    expect(isAccepted('list.xlsx.exe', ['.xlsx'])).toBe(false)
    expect(wrongKind('list.exe', ['.xlsx'])).toBe('Please upload .xlsx files.')
  })

  // Would catch: a sheet of another format refused without a word of how to save it.
  test.each([
    ['list.csv', ['.xlsx'], 'Please upload .xlsx files: in Excel or WPS'],
    ['list.xls', ['.xlsx', '.csv'], 'Please upload .xlsx or .csv files: in Excel or WPS'],
  ])('%s is told how to save as .xlsx', (name, accept, words) => {
    expect(wrongKind(name, accept)).toContain(words)
  })

  // Would catch: the specification's default names missing where a call gives no other, or numbers dropped.
  test('default names of packing files and invoices', () => {
    const { receiving, invoices } = contract
    expect(fileName(receiving.downloadPlFileBoxWise, { shipment_id: 'SH-000001' })).toBe('packing_file.csv')
    expect(fileName(receiving.downloadPlFileBoxWise, { invoice_number: 'A1' })).toBe('packing_list_A1.csv')
    const names = (invoice_number: string) =>
      (['xlsx', 'pdf'] as const).map((format) => fileName(invoices.downloadInvoice, { invoice_number, format }))
    expect(names('')).toEqual(['invoice.xlsx', 'invoice.pdf'])
    expect(names('7')).toEqual(['invoice_7.xlsx', 'invoice_7.pdf'])
  })

  test('a question of a GET file travels in its address', () => {
    const asked = { upload_id: '0197', language: 'zh' }
    expect(fileCall(contract.frame.getCorrectedWorkbook, asked).path).toBe(
      '/selvedge/corrected-workbook/0197?language=zh',
    )
  })

  test('copied faults keep one line each and start no formula in the spreadsheet they are pasted into', () => {
    const fault = { sheet: 'S', row: 2, column: 'C', cell: 'A2', value: '=1\t+\n2', message: 'm' }
    expect(faultsAsText([fault], ['h'], (text) => text)).toBe("h\nS\t2\tA2\tC\t'=1 + 2\tm\t")
    const wide = { ...fault, value: '＝1' }
    expect(faultsAsText([wide], ['h'], (text) => text)).toContain("\t'＝1\t")
  })
})

test('the next page by cursor or by number, and an end to both', () => {
  expect(nextPlace({ next_cursor: 'c' })).toEqual({ cursor: 'c' })
  expect(nextPlace({ next_cursor: null })).toBeUndefined()
  expect(nextPlace({ page: 1, pages: 2 })).toEqual({ page: 2 })
  expect(nextPlace({ page: 2, pages: 2 })).toBeUndefined()
})

test('a missing chunk is named with its kind (specification, section 8)', () => {
  const missing = chunkFailureOf(
    new Error('Failed to fetch dynamically imported module: http://x/assets/Orders-a1.js'),
    'orders',
  )
  expect(missing).toMatchObject({ chunk: 'Orders-a1.js', kind: 'missing', code: 'CHUNK_LOAD_FAILED' })
  expect(chunkFailureOf(new Error('Unable to preload CSS for /assets/a-1.css'), 'a')).toMatchObject({
    chunk: 'a-1.css',
    code: 'CSS_CHUNK_LOAD_FAILED',
  })
  expect(chunkFailureOf(new Error('x is undefined'), 'a')).toBeNull()
})

test('a screen that does not come within 120 seconds is a time-out that names it, and one that comes just before is not', async () => {
  vi.useFakeTimers()
  const slow = (millis: number) => () => new Promise<string>((resolve) => setTimeout(() => resolve('here'), millis))
  const late = withinTime('my-orders', slow(120_001)).catch((failure: unknown) => failure)
  const inTime = withinTime('my-orders', slow(119_999))
  await vi.advanceTimersByTimeAsync(121_000)
  vi.useRealTimers()
  expect(await late).toMatchObject({ chunk: 'my-orders', kind: 'timeout', code: 'CHUNK_LOAD_FAILED' })
  expect(await inTime).toBe('here')
  const css = withinTime('a', () => Promise.reject(new Error('Unable to preload CSS for /assets/a-1.css')))
  await expect(css).rejects.toMatchObject({ chunk: 'a-1.css', code: 'CSS_CHUNK_LOAD_FAILED' })
})

test('a host’s refusal keeps its code over the process border', async () => {
  const refusing = unwrapped(async () => ({ error: { code: 'printer' as const, message: 'No paper' } }))
  await expect(refusing()).rejects.toMatchObject({ code: 'printer', message: 'No paper' })
  await expect(refusing()).rejects.toBeInstanceOf(HostError)
  await expect(unwrapped(async (n: number) => ({ ok: n + 1 }))(1)).resolves.toBe(2)
})

describe('the plan of a gate pass', () => {
  const skus = [
    { nm_sku: 'A', free: 3, planned: 2 },
    { nm_sku: 'B', free: 0, planned: 4 },
  ]

  // Would catch: a cell over what is free that is not marked, or one marked whose pieces are reserved for the pass itself.
  test('is over what is free by what is typed, or where others were quicker; what is reserved for it counts', () => {
    const [draft, stands] = [roomOf(skus, false), roomOf(skus, true)]
    expect(overRoom(skus, {}, draft)).toEqual([{ nm_sku: 'B', planned: 4, free: 0 }])
    expect(overRoom(skus, { B: 0, A: 4 }, draft)).toEqual([{ nm_sku: 'A', planned: 4, free: 3 }])
    expect(overRoom(skus, { A: 5 }, stands)).toEqual([])
    expect(overRoom(skus, { A: 6, B: 5 }, stands).map(({ nm_sku }) => nm_sku)).toEqual(['A', 'B'])
  })
})

describe('toasts', () => {
  const stack = { left: 232, right: 632, height: 60 }
  const bar = { left: 216, right: 1366, top: 720, bottom: 768 }

  // Would catch: a toast over the buttons at the foot of a list, page, drawer or dialog for as long as its Undo stands.
  test('stand at the edge, above each foot that they would cover, and never out of the window', () => {
    expect(toastBottom([], stack, 768)).toBe(16)
    expect(toastBottom([bar], stack, 768)).toBe(768 - 720 + 8)
    expect(toastBottom([{ ...bar, left: 726 }], stack, 768)).toBe(16)
    // A dialog whose foot stands above the bar of the list: both are cleared.
    const dialog = { left: 400, right: 960, top: 640, bottom: 690 }
    expect(toastBottom([dialog, bar], stack, 768)).toBe(768 - 640 + 8)
    expect(toastBottom([dialog], stack, 768)).toBe(16)
    expect(toastBottom([{ ...dialog, bottom: 700 }], stack, 768)).toBe(768 - 640 + 8)
    expect(toastBottom([{ ...bar, top: 30 }], stack, 768)).toBe(768 - 60)
  })
})

describe('the exceptions of an order', () => {
  const words = {
    t: (text: string, values: Record<string, unknown> = {}) =>
      text.replace(/{{(\w+)}}/g, (_, name) => `${values[name]}`),
    money: ({ minor }: { minor: number }) => `¥${minor / 100}`,
  } as unknown as Locale
  const price = (minor: number) => ({ minor, currency: 'CNY' as const })

  // Would catch: "not the style's vendor" and "destination is no warehouse" said as a change of the price, or as one tag.
  test('each has its own tag, whatever the price was before', () => {
    const order = { exceptions: [...exceptionKinds], days_remaining: -3, unit_price: price(4_200) }
    const dearer = { ...order, previous_unit_price: price(3_500) } as unknown as OrderRow
    expect(exceptionTags(dearer, words).map(({ text, tone }) => [text, tone])).toEqual([
      ['¥35 → ¥42  +20%', 'warn'],
      ['3 d late', 'bad'],
      ['New vendor', 'active'],
      ['Not the style’s vendor', 'warn'],
      ['Destination is no warehouse', 'warn'],
    ])
    const first = { ...order, previous_unit_price: null } as unknown as OrderRow
    expect(new Set(exceptionTags(first, words).map(({ text }) => text)).size).toBe(exceptionKinds.length)
  })
})
