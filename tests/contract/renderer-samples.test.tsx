import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { TFunction } from 'i18next'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { faultsAt, whyUnmeasured } from '../../src/renderer/garments/measure-words.ts'
import { shownOf } from '../../src/renderer/kit/field-views.tsx'
import { dueCell } from '../../src/renderer/table/columns.tsx'
import { makeLocale } from '../../src/renderer/table/words.ts'
import type { SampleRow } from '../../src/shared/areas/samples/calls.ts'
import { samples } from '../../src/shared/areas/samples/lists.ts'

const english = ((text: string, values: Record<string, string> = {}) =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '')) as unknown as TFunction
const words = makeLocale(english, 'en')

// Would catch: 350 g shown as 0.350, in a drawer whose facts say grams, and without a unit.
it('a weight is said in grams with its unit', () => {
  const row = { weight_qc_g: 1_350, weight_vendor_g: null } as SampleRow
  const shown = samples.fields.flatMap((field) => (field.kind === 'grams' ? [shownOf(field, row, words)] : []))
  expect(shown).toEqual([null, '1,350 g'])
  const kilograms = { id: 'gross', header: 'Gross weight (kg)', kind: 'kilograms' as const, of: () => 1_350 }
  expect(shownOf(kilograms, row, words)).toBe('1.350')
})

// Would catch: a list in which a sample that is overdue looks like any other.
it('a day that has passed undone stands out, in words and in colour', () => {
  const cell = dueCell<{ day: string | null; isOverdue: boolean }>((row) => row)
  const drawn = (day: string | null, isOverdue: boolean) => renderToStaticMarkup(cell({ day, isOverdue }, words))
  expect(drawn('2026-11-24', true)).toBe('<span class="overdue">24 Nov 2026, overdue</span>')
  expect(drawn('2026-11-24', false)).toBe('24 Nov 2026')
  expect(drawn(null, false)).toContain('–')
})

// Would catch: an empty part of the drawer, which says neither why nor where points of measure come from.
it('says why a sample has no measures', () => {
  expect(whyUnmeasured('received', 0)).toContain('no points of measure yet')
  expect(whyUnmeasured('sent', 4)).toContain('once it is here')
  expect(whyUnmeasured('received', 4)).toBe('Nothing was measured yet.')
})

// Would catch: a measure that is refused by a toast which names neither its point nor its size.
it('puts a refusal at the measure or the weight that it names', () => {
  const sent = [
    { size: 'M', point: 'Chest' },
    { size: 'L', point: 'Chest' },
  ]
  expect(faultsAt([{ field: 'measures.1.measured_mm', words: 'This number is too large.' }], sent)).toEqual({
    weight: null,
    measures: { 'L\nChest': 'This number is too large.' },
  })
  expect(faultsAt([{ field: 'weight_qc_g', words: 'No.' }], sent)?.weight).toBe('No.')
  expect(
    faultsAt(
      [
        { field: 'measures.7.point', words: 'No.' },
        { field: 'image_ids', words: 'No.' },
      ],
      sent,
    ),
  ).toBeNull()
})

// Would catch: the tab of samples that are judged called by the count of judged pieces of a QC report.
it('judged samples and judged pieces are two things in Chinese', () => {
  const file = resolve(import.meta.dirname, '../../resources/locales/zh/translation.json')
  const chinese = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
  expect([chinese.Judged, chinese['Judged pcs']]).toEqual(['已判定', '判定件数'])
})
