import { describe, expect, it } from 'vitest'
import { fitOf, fitting, listPaths } from '../../src/renderer/app/trace/palette-entries.ts'
import { withKey } from '../../src/renderer/app/trace/typed-ahead.ts'
import { kindsOf, recordKinds } from '../../src/shared/areas/trace/records.ts'
import { listExports, screenPaths } from '../../src/shared/areas.ts'
import { pinyinInitials } from '../../src/shared/kernel/pinyin.ts'

describe('the palette', () => {
  // Would catch: a letter whose first sign is another in newer tables, so that half the screens cannot be typed.
  it('knows the initials of Chinese, also at the border of letters', () => {
    const words = {
      发货平台: 'fhpt',
      质检结果: 'zjjg',
      选款目录: 'xkml',
      日期: 'rq',
      软若: 'rr',
      欧诺: 'on',
      马拉: 'ml',
      三缩: 'ss',
    }
    expect(Object.keys(words).map(pinyinInitials)).toEqual(Object.values(words))
    expect(pinyinInitials('SKU 尺寸、重量')).toBe('skucczl')
  })

  it('finds by beginnings, by parts and by initials, the nearest first', () => {
    expect(fitOf('conf', ['Confirmed orders'])).toBe(0)
    expect(fitOf('con ord', ['Confirmed orders'])).toBe(1)
    expect(fitOf('fhpt', ['Shipping Platform', '发货平台'])).toBe(2)
    expect(fitOf('货平', ['Shipping Platform', '发货平台'])).toBe(3)
    expect(fitOf('xyz', ['Confirmed orders', '已确认订单'])).toBeNull()
    // Initials within come behind a part of a word.
    expect(fitOf('hp', ['Shipping Platform', '发货平台'])).toBe(4)
    // One letter within a word would answer nearly everything.
    expect(fitOf('r', ['Confirmed orders'])).toBeNull()
    const all = ['QC results', 'Results of stores', 'Pipeline']
    expect(fitting('results', all, (one) => [one])).toEqual(['Results of stores', 'QC results'])
  })

  // Would catch: a number that is searched for in every list at each key, and a name that is searched for in none.
  it('asks for a number only where such numbers are', () => {
    expect(kindsOf('PN-000012')).toEqual(['price_negotiation'])
    expect(kindsOf('gp-0')).toEqual(['gate_pass'])
    expect(kindsOf('DN/26-27/1')).toEqual(['debit_note'])
    expect(kindsOf('PR-000001')).toEqual(['production_order', 'facility_job'])
    expect(kindsOf('TR-000001')).toEqual(['transfer'])
    expect(kindsOf('linen')).toEqual(['catalogue_style', 'own_style', 'assortment', 'allocation', 'material', 'person'])
  })

  // Would catch: letters lost before the field is drawn, a first scan that runs into the second, an Enter that is forgotten.
  it('keeps what is typed ahead as a field would', () => {
    const press = (key: string, also = {}) => ({
      key,
      code: '',
      shiftKey: false,
      ctrlKey: false,
      altKey: false,
      metaKey: false,
      ...also,
    })
    const typedBy = (...keys: string[]) =>
      keys.reduce((typed, key) => withKey(typed, press(key)) ?? typed, { text: '', isEntered: false })
    expect(typedBy('l', 'a', 'm', 'Backspace', 'n')).toEqual({ text: 'lan', isEntered: false })
    expect(typedBy('a', '1', 'Enter')).toEqual({ text: 'a1', isEntered: true })
    expect(typedBy('a', 'Enter', 'b')).toEqual({ text: 'b', isEntered: false })
    expect(typedBy('Enter', 'Shift', 'F5')).toEqual({ text: '', isEntered: false })
    expect(withKey({ text: '', isEntered: false }, press('k', { ctrlKey: true }))).toBeNull()
  })

  // Would catch: a record or a saved view that leads to an address that is no screen.
  it('leads to screens', () => {
    for (const { at, call } of Object.values(recordKinds)) {
      expect(screenPaths).toContain(at[0])
      expect(listExports).toHaveProperty(call)
    }
    for (const path of Object.values(listPaths)) expect(screenPaths).toContain(path)
  })
})
