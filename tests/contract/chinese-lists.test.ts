import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { formatsFor } from '../../src/renderer/i18n/formats.ts'
import { inOwnComma } from '../../src/shared/kernel/words.ts'

// Would catch: a list of names or codes with a half-width comma in a Chinese sentence, which `listed` of the formats writes with the locale's own.
it('lists that people read are joined by the formats alone', () => {
  const joined = globSync('src/renderer/**/*.{ts,tsx}').filter((path) =>
    /\.join\(['"`](?:, |，|、)['"`]\)/.test(readFileSync(path, 'utf8')),
  )
  expect(joined).toEqual([])
  expect(formatsFor('zh').listed(['PS-1', 'PS-2'])).toBe('PS-1、PS-2')
})

// Would catch: codes of a refusal that keep the server's comma in Chinese, and a company's name that is taken for a list.
it('lists that the server sends have the Chinese comma, names of companies their own', () => {
  expect(inOwnComma('PS-000001, PS-000002, +3')).toBe('PS-000001、PS-000002、+3')
  expect(inOwnComma('S, M, XL')).toBe('S、M、XL')
  expect(inOwnComma('红色, 蓝色')).toBe('红色、蓝色')
  expect(inOwnComma('Guangzhou Baiyun Garments Co., Ltd.')).toBe('Guangzhou Baiyun Garments Co., Ltd.')
  expect(inOwnComma('1,200')).toBe('1,200')
})
