import { expect, test } from 'vitest'
import { pastedSearch, searchTerms } from '../../src/shared/kernel/search.ts'

// Would catch: two words that are looked for as one, so that `dress linen` finds no linen dress.
test('blanks stand between words that must all be there', () => {
  expect(searchTerms('  linen  dress linen ')).toEqual([['linen', 'dress']])
})

// Would catch: a list from a sheet, or with the commas of a Chinese keyboard, that is looked for as one text.
test('commas, semicolons and lines stand between what any of may be there', () => {
  expect(searchTerms('NV-1001, NV-1002,NV-1003;NV-1004、NV-1005;\n red dress\tNV-1006,,')).toEqual([
    ...['NV-1001', 'NV-1002', 'NV-1003', 'NV-1004', 'NV-1005'].map((code) => [code]),
    ['red', 'dress'],
    ['NV-1006'],
  ])
  expect(searchTerms(' , ')).toEqual([])
})

// Would catch: a search that asks the database a thousand questions.
test('a long list is cut', () => {
  const codes = Array.from({ length: 300 }, (_, at) => `NV-${at}`)
  expect(searchTerms(codes.join(','))).toHaveLength(50)
  expect(searchTerms(codes.join(' '))).toEqual([codes.slice(0, 8)])
})

// Would catch: a column of a sheet that the field joins to one word.
test('a copied column becomes a list, and other text stays', () => {
  expect(pastedSearch('NV-1001\r\nNV-1002\r\n')).toBe('NV-1001, NV-1002')
  expect(pastedSearch('A\tB')).toBe('A, B')
  expect(pastedSearch('NV-1001\n')).toBe('NV-1001\n')
  expect(pastedSearch(' linen dress')).toBe(' linen dress')
})
