import { Button } from '@blueprintjs/core'
import { type KeyboardEvent, useState } from 'react'
import { z } from 'zod'
import {
  degreeOf,
  expectedOf,
  measureFaults,
  oddMeasure,
  oddWords,
} from '../../../shared/areas/sample-development/measures.ts'
import { beyond, type Place, placeKey, sampleStateWords } from '../../../shared/areas/samples/rounds.ts'
import type { CallData } from '../../actions/calls.ts'
import { useSay } from '../../actions/say.ts'
import { useAction } from '../../actions/useAction.ts'
import { api } from '../../api/client.ts'
import { useTyped } from '../../forms/useTyped.ts'
import { faultsAt } from '../../garments/measure-words.ts'
import { SpecDrawing } from '../../garments/SpecDrawing.tsx'
import { Section } from '../../kit/Drawer.tsx'
import { useRight } from '../../session/use-right.ts'
import { useLocale } from '../../table/words.ts'
import { LengthInput, lengthText, lengthUnits, useLengthUnit } from './LengthInput.tsx'

export type Development = CallData<'sampleDevelopment.getSampleDevelopment'>

interface Line extends Place {
  spec_mm: number
  tolerance_mm: number
  graded_mm: number | null
  is_critical: boolean
  /** Place of its point in the drawing and the table. */
  at: number
  isFirst: boolean
}

const draftShape = z.record(z.string(), z.object({ mm: z.number().nullable(), is_sure: z.boolean() }))
type Draft = z.output<typeof draftShape>

export const isOpenRound = (state: string): boolean => state === 'received' || state === 'measured'

function linesOf({ points }: Development): Line[] {
  return points.flatMap(({ point, is_critical, cells }, at) =>
    cells.map((cell, nth) => ({ ...cell, point, is_critical, at, isFirst: nth === 0 })),
  )
}

/** Enter and the arrows go up and down the column; a caliper that types ends each measure with Enter. */
function alongColumn(event: KeyboardEvent<HTMLFormElement>): void {
  const step = { Enter: event.shiftKey ? -1 : 1, ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined || event.nativeEvent.isComposing) return
  if (!(event.target instanceof HTMLInputElement) || event.target.type === 'checkbox') return
  event.preventDefault()
  const fields = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input.quantity-input')]
  const next = fields[fields.indexOf(event.target) + step]
  if (next) next.focus()
  else if (step > 0) event.currentTarget.querySelector<HTMLElement>('button[type="submit"]')?.focus()
}

/** Points by size down the page, rounds side by side; the sample's own round is typed while it is open. */
export function MeasureGrid({ found }: { found: Development }) {
  const { t, name } = useLocale()
  const say = useSay()
  const { sample, rounds } = found
  const [unit, setUnit] = useLengthUnit()
  const [on, setOn] = useState<string | null>(null)
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const typed = useTyped<Draft>(`final-measures.${sample.sample_id}`, draftShape, {}, t('Final measurements'))
  const mayType = useRight('developSamples') && isOpenRound(sample.state)
  const lines = linesOf(found)
  const own = rounds.find((round) => round.sample_id === sample.sample_id)
  const standing = new Map((own?.measures ?? []).map((one) => [placeKey(one), one.measured_mm]))
  const typedAt = (line: Place) => {
    const draft = typed.value[placeKey(line)]
    return draft ? draft.mm : (standing.get(placeKey(line)) ?? null)
  }
  const measured = lines.map((line) => ({ ...line, measured_mm: typedAt(line) }))
  const asked = { points: lines, sizes: found.sizes }
  const changed = measured.filter((line) => typed.value[placeKey(line)] !== undefined)
  const sent = changed.map(({ size, point, measured_mm }) => {
    const is_sure = typed.value[placeKey({ size, point })]?.is_sure ?? false
    return { size, point, measured_mm, is_sure }
  })
  const save = useAction(
    (measures: typeof sent, options) =>
      api.sampleDevelopment.saveSampleMeasurementDataUi(
        { sample_id: sample.sample_id, version: sample.version, measures },
        options,
      ),
    {
      refresh: ['sampleDevelopment', 'samples'],
      looksAgain: true,
      what: t('Final measurements'),
      failed: (error, measures) => {
        const named = faultsAt(say.fields(error), measures)
        setFaults(named?.measures ?? {})
        return named !== null
      },
    },
  )
  const change = (line: Place, next: Partial<Draft[string]>) => {
    setFaults({})
    typed.change((now) => ({
      ...now,
      [placeKey(line)]: { ...(now[placeKey(line)] ?? { mm: typedAt(line), is_sure: false }), ...next },
    }))
  }
  const isRefused = measureFaults(sent, asked, own?.measures ?? []).length > 0
  const shown = (mm: number | null | undefined) => (mm === null || mm === undefined ? '–' : lengthText(mm, unit))
  return (
    <form
      className="final-measures"
      onKeyDown={alongColumn}
      onSubmit={(event) => {
        event.preventDefault()
        void save.run(sent).then((done) => done && typed.reset())
      }}
    >
      <Section
        title={unit === 'cm' ? t('Points of measure (cm)') : t('Points of measure (inches)')}
        tools={
          <Button
            size="small"
            text={unit === 'cm' ? t('Show inches') : t('Show centimetres')}
            onClick={() => setUnit(lengthUnits[unit === 'cm' ? 1 : 0])}
          />
        }
      >
        {lines.length === 0 ? (
          <p className="muted">{t('The style has no points of measure yet.')}</p>
        ) : (
          <div className="specs-parts">
            <SpecDrawing category={found.category} points={found.points.map(({ point }) => point)} on={on} />
            <table className="plain-table" aria-label={t('Final measurements')}>
              <thead>
                <tr>
                  <th scope="col">#</th>
                  <th scope="col">{t('Point of measure')}</th>
                  <th scope="col">{t('Size')}</th>
                  <th scope="col" className="end">
                    {t('Should be')}
                  </th>
                  <th scope="col" className="end">
                    {t('By the grading')}
                  </th>
                  {rounds.map(({ sample_id, round, computed }) => (
                    <th key={sample_id} scope="col" className="end" data-own={sample_id === sample.sample_id}>
                      {t('Round {{n}}', { n: round })}
                      {computed ? ` · ${t(sampleStateWords[computed])}` : ''}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {measured.map((line) => {
                  const key = placeKey(line)
                  const odd =
                    line.measured_mm === null || !typed.value[key]
                      ? null
                      : oddMeasure(line.measured_mm, expectedOf(line, asked, measured))
                  const point = found.points[line.at]
                  return (
                    <tr key={key} onPointerEnter={() => setOn(line.point)} onPointerLeave={() => setOn(null)}>
                      <td>{line.isFirst ? line.at + 1 : ''}</td>
                      <td>
                        {line.isFirst ? (
                          <span title={point?.how_to_measure}>
                            {line.is_critical ? <b className="critical-mark">● </b> : null}
                            {name(line.point, point?.point_zh ?? '')}
                            {line.is_critical ? <span className="muted"> {t('critical point')}</span> : null}
                          </span>
                        ) : null}
                      </td>
                      <td>{line.size}</td>
                      <td className="end">
                        {shown(line.spec_mm)} ± {shown(line.tolerance_mm)}
                      </td>
                      <td
                        className="end"
                        data-differs={line.graded_mm !== null && line.graded_mm !== line.spec_mm}
                        title={
                          line.graded_mm !== null && line.graded_mm !== line.spec_mm
                            ? t('The grading from the base size says otherwise.')
                            : undefined
                        }
                      >
                        {shown(line.graded_mm)}
                      </td>
                      {rounds.map((round) => {
                        const isOwn = round.sample_id === sample.sample_id
                        const before = round.measures.find((one) => placeKey(one) === key)
                        const over =
                          isOwn && line.measured_mm !== null
                            ? beyond({ ...line, measured_mm: line.measured_mm })
                            : isOwn
                              ? null
                              : (before?.beyond_mm ?? null)
                        const degree = degreeOf(over, isOwn ? line.tolerance_mm : (before?.tolerance_mm ?? null))
                        return (
                          <td key={round.sample_id} className="end" data-degree={degree}>
                            {isOwn && mayType ? (
                              <>
                                <LengthInput
                                  unit={unit}
                                  value={line.measured_mm}
                                  label={`${line.point} ${line.size}`}
                                  isInvalid={faults[key] !== undefined || (odd !== null && !typed.value[key]?.is_sure)}
                                  onChange={(mm) => change(line, { mm })}
                                />
                                {faults[key] || odd ? (
                                  <span className="field-problem" role="alert">
                                    {faults[key] ?? (odd ? t(oddWords[odd]) : '')}
                                  </span>
                                ) : null}
                                {odd ? (
                                  <label className="measure-sure">
                                    <input
                                      type="checkbox"
                                      checked={typed.value[key]?.is_sure ?? false}
                                      onChange={({ target }) => change(line, { is_sure: target.checked })}
                                    />
                                    {t('Measured again: it is so')}
                                  </label>
                                ) : null}
                              </>
                            ) : (
                              shown(isOwn ? line.measured_mm : before?.measured_mm)
                            )}
                            {over !== null && over > 0 ? <b className="measure-over"> +{shown(over)}</b> : null}
                          </td>
                        )
                      })}
                    </tr>
                  )
                })}
              </tbody>
            </table>
          </div>
        )}
        {mayType ? (
          <Button
            type="submit"
            intent="primary"
            text={t('Save measures')}
            disabled={changed.length === 0 || isRefused}
            title={isRefused ? t('Some measures look mistyped.') : undefined}
            loading={save.isRunning}
          />
        ) : null}
      </Section>
    </form>
  )
}
