import { describe, expect, test } from 'vitest'
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

  test('an ApiError passes through unchanged', () => {
    const error = new ApiError(409, 'stale', 'Changed')
    expect(toApiError(error)).toBe(error)
  })
})
