import i18next from 'i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Say, sayIn } from '../../src/renderer/actions/say.ts'
import { ApiError, readErrorBody, toApiError } from '../../src/renderer/api/api-error.ts'

describe('what a failed call says', () => {
  test('the server’s code, message and details arrive whole (a screen would else show no fault table)', () => {
    const error = readErrorBody(422, { code: 'file_refused', message: 'Invalid sku format', details: { good_rows: 3 } })
    expect(error).toMatchObject({
      status: 422,
      code: 'file_refused',
      message: 'Invalid sku format',
      details: { good_rows: 3 },
    })
  })

  test('a misspelled mesage is read (specification, section 8)', () => {
    expect(readErrorBody(400, { mesage: 'Please provide shipment id.' }).message).toBe('Please provide shipment id.')
  })

  test.each([[null], ['<html>502</html>'], [{ message: '' }], [{ message: 7 }]])(
    'no usable words in %j: Something went wrong!',
    (body) => {
      expect(readErrorBody(502, body)).toMatchObject({
        code: 'internal',
        message: 'Something went wrong!',
        details: {},
      })
    },
  )

  test('the binary error body of a file call is decoded', () => {
    const bytes = new TextEncoder().encode(
      JSON.stringify({ message: 'Not yours', code: 'not_found', details: {} }),
    ).buffer
    expect(toApiError({ response: { status: 404, data: bytes } })).toMatchObject({
      code: 'not_found',
      message: 'Not yours',
    })
  })

  test('a cancelled upload is no failure of the network', () => {
    expect(toApiError({ code: 'ERR_CANCELED' }).code).toBe('cancelled')
    expect(toApiError({ code: 'ERR_NETWORK' }).code).toBe('unreachable')
    expect(toApiError(new Error('x')).message).toBe('Something went wrong!')
  })

  // Would catch: a lost connection told without the specification's words for "no usable status".
  test('without a usable status: Something went wrong!, and what may help behind it', () => {
    for (const code of ['ERR_NETWORK', 'ECONNABORTED', 'ETIMEDOUT']) {
      expect(toApiError({ code })).toMatchObject({
        status: 0,
        message: expect.stringMatching(/^Something went wrong! The/),
      })
    }
  })

  test('an ApiError passes through unchanged', () => {
    const error = new ApiError(409, 'stale', 'Changed')
    expect(toApiError(error)).toBe(error)
  })
})

describe('what the server says, in Chinese', () => {
  let say: Say
  beforeAll(async () => {
    const words = {
      'Box {{box_no}} is {{status}}.': '箱 {{box_no}} 当前状态为“{{status}}”。',
      'QC inspection pending': '待质检',
      'Nothing of style {{style_id}} is judged.': '款式 {{style_id}} 尚未判定。',
      'Some cannot.': '部分不能。',
    }
    const one = i18next.createInstance()
    await one.init({ lng: 'zh', resources: { zh: { translation: words } }, keySeparator: false, nsSeparator: false })
    say = sayIn(one.t, 'zh')
  })

  // Would catch: "箱 1 当前状态为“QC inspection pending”".
  test('a value that is a word itself is translated, one that is only named so is not', () => {
    expect(say.message('Box {{box_no}} is {{status}}.', { box_no: '1', status_key: 'QC inspection pending' })).toBe(
      '箱 1 当前状态为“待质检”。',
    )
    const name = { box_no: '{{status}}', status: 'QC inspection pending' }
    expect(say.message('Box {{box_no}} is {{status}}.', name)).toBe('箱 {{status}} 当前状态为“QC inspection pending”。')
    expect(say.message('{{vendor}}', { vendor: 'Hua', vendor_zh: '华' })).toBe('华')
    // Would catch: “箱 1：Nothing of style {{style_id}} is judged.”, in words that name the value with its ending.
    const test = { box_no: '1', test_key: 'Nothing of style {{style_id}} is judged.', style_id: 'A' }
    expect(say.message('箱 {{box_no}}：{{test_key}}', test)).toBe('箱 1：款式 A 尚未判定。')
  })

  // Would catch: a raw {{style_id}} behind the right sentence; English behind a Chinese one; one reason said for every box.
  test('what is wrong with fields is filled and translated as well, each sentence once', () => {
    const key = 'Nothing of style {{style_id}} is judged.'
    const field = (style_id: string) => ({
      field: style_id,
      message: `Nothing of style ${style_id} is judged.`,
      message_key: key,
      values: { style_id },
    })
    const fields = [field('A'), field('A'), field('B')]
    const several = new ApiError(409, 'move_not_allowed', 'Some cannot.', { fields })
    expect(say.problem(several)).toBe('部分不能。 款式 A 尚未判定。 款式 B 尚未判定。')
    const only = { message_key: key, values: { style_id: 'A', boxes: 1 }, fields: [field('A')] }
    expect(say.problem(new ApiError(409, 'move_not_allowed', 'English', only))).toBe('款式 A 尚未判定。')
    // Without values of their own, those of the whole fill them.
    const plain = { message_key: key, values: { style_id: 'A' }, fields: [{ field: 'x', message: key }] }
    expect(say.problem(new ApiError(400, 'invalid_input', 'English', plain))).toBe('款式 A 尚未判定。')
    expect(say.fields(several).map(({ words }) => words)).toEqual([
      '款式 A 尚未判定。',
      '款式 A 尚未判定。',
      '款式 B 尚未判定。',
    ])
  })
})
