import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { fontFile } from '../../src/server/documents/font-file.ts'

it('is found from the sources without being told where', () => {
  expect(fontFile('medium')).toBe(join(import.meta.dirname, '../../resources/fonts/NotoSansSC-Medium.ttf'))
})

// Falling back in silence would print labels from another installation's fonts.
it('is looked for in the given folder alone, and its absence names the path', () => {
  const elsewhere = join(tmpdir(), 'no-such-resources')
  expect(() => fontFile('bold', elsewhere)).toThrow(join(elsewhere, 'fonts', 'NotoSansSC-Bold.ttf'))
})
