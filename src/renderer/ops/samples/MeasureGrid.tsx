import { Button } from '@blueprintjs/core'
import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { z } from 'zod'
import {
  degreeOf,
  expectedOf,
  measureFaults,
  oddMeasure,
  oddWords,
} from '../../../shared/areas/sample-development/measures.ts'
import { beyond, type Place, placeKey, sampleStateWords } from '../../../shared/areas/samples/rounds.ts'
import { address } from '../../../shared/kernel/screens.ts'
import type { CallData } from '../../actions/calls.ts'
import { useSay } from '../../actions/say.ts'
import { useAction } from '../../actions/useAction.ts'
import { api } from '../../api/client.ts'
import { useTyped } from '../../forms/useTyped.ts'
import { faultsAt } from '../../garments/measure-words.ts'
import { SpecDrawing } from '../../garments/SpecDrawing.tsx'
import { listed } from '../../i18n/formats.ts'
import { Section } from '../../kit/Drawer.tsx'
import { showToast } from '../../kit/Toasts.tsx'
import { useRight } from '../../session/use-right.ts'
import { useLocale } from '../../table/words.ts'
import { LengthInput, type LengthUnit, lengthText, lengthUnits, readLength, useLengthUnit } from './LengthInput.tsx'
import { cellsTyped, isClash } from './measure-cells.ts'
import { SampleQcLink } from './SampleQcLink.tsx'

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

const draftShape = z.record(
  z.string(),
  z.object({
    mm: z.number().nullable(),
    is_sure: z.boolean(),
    /** What stood there when it was typed. */
    was: z.number().nullable().optional(),
  }),
)
type Draft = z.output<typeof draftShape>

/** What is typed into the sample's own round and not saved yet, by cell; what is as it stands there is nothing typed. */
export function useTypedMeasures({ sample, rounds }: Development) {
  const { t } = useLocale()
  const typed = useTyped<Draft>(`final-measures.${sample.sample_id}`, draftShape, {}, t('Final measurements'))
  const own = rounds.find((round) => round.sample_id === sample.sample_id)
  const standing = new Map((own?.measures ?? []).map((one) => [placeKey(one), one.measured_mm]))
  const draft = cellsTyped(typed.value, standing)
  return { typed, draft, own, standing }
}
export type TypedMeasures = ReturnType<typeof useTypedMeasures>

export const isOpenRound = (state: string): boolean => state === 'received' || state === 'measured'
export const isJudged = (state: string): boolean => state === 'passed' || state === 'failed'

function linesOf({ points }: Development): Line[] {
  return points.flatMap(({ point, is_critical, cells }, at) =>
    cells.map((cell, nth) => ({ ...cell, point, is_critical, at, isFirst: nth === 0 })),
  )
}

const fieldsOf = (form: HTMLFormElement) => [...form.querySelectorAll<HTMLInputElement>('input.quantity-input')]

/** Enter and the arrows go up and down the column; a caliper that types ends each measure with Enter. */
function alongColumn(event: KeyboardEvent<HTMLFormElement>): void {
  const step = { Enter: event.shiftKey ? -1 : 1, ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined || event.nativeEvent.isComposing) return
  if (!(event.target instanceof HTMLInputElement) || event.target.type === 'checkbox') return
  event.preventDefault()
  const fields = fieldsOf(event.currentTarget)
  const next = fields[fields.indexOf(event.target) + step]
  if (next) next.focus()
  else if (step > 0) event.currentTarget.querySelector<HTMLElement>('button[type="submit"]')?.focus()
}

interface MeasureGridProps {
  found: Development
  work: TypedMeasures
}

/** Points by size down the page, rounds side by side; the sample's own round is typed while it is open. */
export function MeasureGrid({ found, work: { typed, draft, own, standing } }: MeasureGridProps) {
  const { t, name, plural } = useLocale()
  const say = useSay()
  const { sample, rounds } = found
  const [unit, setUnit] = useLengthUnit()
  const form = useRef<HTMLFormElement>(null)
  const [on, setOn] = useState<string | null>(null)
  // The cursor says what is being measured; a mouse that rests somewhere does not.
  const pointAt = (point: string | null) => {
    if (!form.current?.contains(document.activeElement) || !(document.activeElement instanceof HTMLInputElement))
      setOn(point)
  }
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const mayType = useRight('developSamples') && isOpenRound(sample.state)
  const lines = linesOf(found)
  const typedAt = (line: Place) => {
    const cell = draft.get(placeKey(line))
    return cell ? cell.mm : (standing.get(placeKey(line)) ?? null)
  }
  const measured = lines.map((line) => ({ ...line, measured_mm: typedAt(line) }))
  const asked = { points: lines, sizes: found.sizes }
  const changed = measured.filter((line) => draft.has(placeKey(line)))
  const sent = changed.map(({ size, point, measured_mm }) => {
    const is_sure = draft.get(placeKey({ size, point }))?.is_sure ?? false
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
    const key = placeKey(line)
    const stands = standing.get(key) ?? null
    typed.change(({ [key]: before, ...others }) => {
      const cell = { ...(before ?? { mm: typedAt(line), is_sure: false, was: stands }), ...next }
      return cell.mm === stands ? others : { ...others, [key]: cell }
    })
  }
  const clashing = changed.filter((line) => isClash(draft.get(placeKey(line)), standing.get(placeKey(line)) ?? null))
  /** A column of another program goes down this one, a line a cell; what cannot be read is named and leaves its cell as it was. */
  const pasteDown = (event: ClipboardEvent<HTMLFormElement>) => {
    const texts = event.clipboardData
      .getData('text')
      .replace(/\r?\n$/, '')
      .split(/\r?\n/)
    if (texts.length < 2 || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    const from = fieldsOf(event.currentTarget).indexOf(event.target)
    const unread = texts.filter((text, at) => {
      const line = measured[from + at]
      const mm = readLength(text.split('\t')[0] ?? '', unit)
      if (line && mm !== undefined && mm !== null) change(line, { mm })
      return mm === undefined || line === undefined
    })
    if (unread.length > 0)
      showToast({ tone: 'error', text: t('Not taken: {{texts}}', { texts: listed(unread.slice(0, 5)) }) })
  }
  const isRefused = measureFaults(sent, asked, own?.measures ?? []).length > 0
  const asks = new Set(lines.map(placeKey))
  const beside = (own?.measures ?? []).filter((one) => !asks.has(placeKey(one)))
  const seesSpecs = useRight('readGarmentSpecs')
  const shown = (mm: number | null | undefined) => (mm === null || mm === undefined ? '–' : lengthText(mm, unit))
  return (
    <form
      ref={form}
      className="final-measures"
      onKeyDown={alongColumn}
      onPaste={pasteDown}
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
          <p className="muted">
            {t('The style has no points of measure yet.')}{' '}
            {seesSpecs ? (
              <Link to={address('/supplier/garment-specs', { style: sample.catalogue_id })}>
                {t('Open its garment spec')}
              </Link>
            ) : null}
          </p>
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
                      {computed ? <span title={t('By its measures')}> · {t(sampleStateWords[computed])}</span> : null}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {measured.map((line) => {
                  const key = placeKey(line)
                  const odd =
                    line.measured_mm === null || !draft.has(key)
                      ? null
                      : oddMeasure(line.measured_mm, expectedOf(line, asked, measured))
                  const point = found.points[line.at]
                  return (
                    <tr
                      key={key}
                      onFocus={() => setOn(line.point)}
                      onPointerEnter={() => pointAt(line.point)}
                      onPointerLeave={() => pointAt(null)}
                    >
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
                        const mm = isOwn ? line.measured_mm : (before?.measured_mm ?? null)
                        const spec = isOwn ? line.spec_mm : (before?.spec_mm ?? null)
                        const cell = isOwn ? draft.get(key) : undefined
                        const stands = standing.get(key) ?? null
                        return (
                          <td
                            key={round.sample_id}
                            className="end"
                            data-degree={degree}
                            data-typed={cell !== undefined}
                          >
                            <Deviation mm={over !== null && over > 0 ? mm : null} spec={spec} unit={unit} />
                            {isOwn && mayType ? (
                              <>
                                <LengthInput
                                  unit={unit}
                                  value={line.measured_mm}
                                  label={`${line.point} ${line.size}`}
                                  isInvalid={faults[key] !== undefined || (odd !== null && !cell?.is_sure)}
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
                                      checked={cell?.is_sure ?? false}
                                      onChange={({ target }) => change(line, { is_sure: target.checked })}
                                    />
                                    {t('Measured again: it is so')}
                                  </label>
                                ) : null}
                                {isClash(cell, stands) ? (
                                  <span className="field-problem" role="alert">
                                    {t('Meanwhile somebody saved {{value}}.', { value: shown(stands) })}{' '}
                                    <Button
                                      size="small"
                                      text={t('Take {{value}}', { value: shown(stands) })}
                                      onClick={() => change(line, { mm: stands, was: stands, is_sure: false })}
                                    />{' '}
                                    <Button
                                      size="small"
                                      text={t('Keep {{value}}', { value: shown(cell?.mm) })}
                                      onClick={() => change(line, { was: stands })}
                                    />
                                  </span>
                                ) : null}
                              </>
                            ) : (
                              shown(mm)
                            )}
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
        {beside.length > 0 ? (
          <p className="muted">
            {t('Measured beside the spec:')}{' '}
            {beside.map(({ point, size, measured_mm }) => `${point} ${size} ${shown(measured_mm)}`).join(' · ')}
          </p>
        ) : null}
        {mayType ? (
          <div className="measure-foot">
            <Button
              type="submit"
              intent="primary"
              text={t('Save measures')}
              disabled={changed.length === 0 || isRefused || clashing.length > 0}
              loading={save.isRunning}
            />
            {changed.length > 0 ? (
              <>
                <span className={isRefused || clashing.length > 0 ? 'field-problem' : 'muted'} role="status">
                  {clashing.length > 0
                    ? t('Somebody saved other measures meanwhile: choose at each cell.')
                    : isRefused
                      ? t('Some measures look mistyped.')
                      : plural(
                          changed.length,
                          '1 measure typed and not saved yet.',
                          '{{n}} measures typed and not saved yet.',
                        )}
                </span>
                <Button
                  size="small"
                  variant="minimal"
                  text={t('Throw away what is not saved')}
                  onClick={() => {
                    setFaults({})
                    typed.reset()
                  }}
                />
              </>
            ) : null}
          </div>
        ) : null}
        {!mayType && lines.length > 0 && !isOpenRound(sample.state) && !isJudged(sample.state) ? (
          <p className="muted">
            {t('Measures are typed once the sample is here: it is {{state}} now.', {
              state: t(sampleStateWords[sample.state]),
            })}{' '}
            <SampleQcLink sampleId={sample.sample_id} />
          </p>
        ) : null}
      </Section>
    </form>
  )
}

/** How far a measure out of tolerance is from what it should be, with its sign; its place stays where there is none. */
function Deviation({ mm, spec, unit }: { mm: number | null; spec: number | null; unit: LengthUnit }) {
  const { t } = useLocale()
  if (mm === null || spec === null) return <span className="measure-over" />
  const by = `${mm < spec ? '−' : '+'}${lengthText(Math.abs(mm - spec), unit)}`
  return (
    <b className="measure-over" title={t('From what it should be, out of tolerance')}>
      {by}
    </b>
  )
}
