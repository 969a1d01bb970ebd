import './samples.css'
import { Button } from '@blueprintjs/core'
import { type KeyboardEvent, useState } from 'react'
import { Link } from 'react-router-dom'
import { z } from 'zod'
import { MOST_SAMPLE_PHOTOS } from '../../../shared/areas/samples/calls.ts'
import { beyond, type Place, placeKey } from '../../../shared/areas/samples/rounds.ts'
import { centimetres } from '../../../shared/kernel/centimetres.ts'
import type { CallData } from '../../actions/calls.ts'
import { useSay } from '../../actions/say.ts'
import { useAction } from '../../actions/useAction.ts'
import { api } from '../../api/client.ts'
import { useTyped } from '../../forms/useTyped.ts'
import { type FindingFaults, faultsAt, noFaults, whyUnmeasured } from '../../garments/measure-words.ts'
import { CentimetresInput } from '../../kit/CentimetresInput.tsx'
import { Section } from '../../kit/Drawer.tsx'
import { QuantityInput } from '../../kit/quantities.tsx'
import { Callout } from '../../kit/states.tsx'
import { PhotoField } from '../../photos/PhotoField.tsx'
import { PhotoSourceContext } from '../../photos/photo-source.ts'
import { useLocale } from '../../table/words.ts'

type Found = CallData<'samples.getSample'>

interface Values {
  spec_mm: number | null
  tolerance_mm: number | null
}

interface Line extends Values, Place {
  measured_mm: number | null
  /** What the style's spec says today; null where it no longer says anything, undefined of a point beside the spec. */
  today?: Values | null
}

/** What the sample's spec asks for, with what was measured; points beside it follow. */
function linesOf({ points, measures }: Found): Line[] {
  const measured = new Map(measures.map((one) => [placeKey(one), one]))
  const asked = points.map((point) => ({ ...point, measured_mm: measured.get(placeKey(point))?.measured_mm ?? null }))
  const known = new Set(asked.map(placeKey))
  const beside = measures.filter((one) => !known.has(placeKey(one))).map(({ beyond_mm: _, ...line }) => line)
  return [...asked, ...beside]
}

const cm = ({ spec_mm, tolerance_mm }: Values): string =>
  spec_mm === null ? '–' : `${centimetres(spec_mm)}${tolerance_mm === null ? '' : ` ± ${centimetres(tolerance_mm)}`}`

/** Enter goes from field to field, and from the last to the button; it saves nothing by itself. */
function nextField(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing || !(event.target instanceof HTMLInputElement)) return
  event.preventDefault()
  const fields = [...event.currentTarget.querySelectorAll<HTMLElement>('input, button[type="submit"]')]
  const at = fields.indexOf(event.target)
  fields[at + (event.shiftKey ? -1 : 1)]?.focus()
}

type Said = Partial<Parameters<typeof api.samples.describeSample>[0]>

/** Saves findings; `refused` shows a refusal at what it names, and gives false where it names nothing that is shown. */
function useDescribe(found: Found, refused: (told: Told, said: Said) => boolean = () => false) {
  const { sample_id, version } = found.sample
  const { t } = useLocale()
  const say = useSay()
  return useAction((said: Said, options) => api.samples.describeSample({ sample_id, version, ...said }, options), {
    refresh: ['samples'],
    looksAgain: true,
    what: t('Sample QC'),
    failed: (error, said) => refused(say.fields(error), said),
  })
}

type Told = Parameters<typeof faultsAt>[0]

const number = z.number().nullable()

/** What is typed and not saved; the drawer holds it, so that another tab loses nothing. */
export const measureDraft = z.object({
  typed: z.record(z.string(), number),
  added: z.array(
    z.object({ size: z.string(), point: z.string(), spec_mm: number, tolerance_mm: number, measured_mm: number }),
  ),
  weight: number,
})
export type MeasureDraft = z.output<typeof measureDraft>

export const noMeasures = ({ sample }: Found): MeasureDraft => ({ typed: {}, added: [], weight: sample.weight_qc_g })

interface MeasureFormProps {
  found: Found
  draft: MeasureDraft
  onDraft: (draft: MeasureDraft) => void
  onSaved: () => void
}

/** Measures typed one after another, Tab or Enter to the next; what is beyond its tolerance shows while it is typed. */
export function MeasureForm({ found, draft, onDraft, onSaved }: MeasureFormProps) {
  const { t } = useLocale()
  const { typed, added, weight } = draft
  const [fresh, setFresh] = useState({ size: '', point: '' })
  const [faults, setFaults] = useState<FindingFaults>(noFaults)
  const save = useDescribe(found, (told, { measures = [] }) => {
    const named = faultsAt(told, measures)
    setFaults(named ?? noFaults)
    return named !== null
  })
  const change = (next: MeasureDraft) => {
    setFaults(noFaults)
    onDraft(next)
  }
  const lines = [...linesOf(found), ...added].map(
    (line): Line => ({
      ...line,
      measured_mm: typed[placeKey(line)] === undefined ? line.measured_mm : (typed[placeKey(line)] ?? null),
    }),
  )
  const isWeightless = weight === 0
  const changed = lines.filter((line) => typed[placeKey(line)] !== undefined)
  const isChanged = changed.length > 0 || weight !== found.sample.weight_qc_g
  const isFresh =
    fresh.size.trim() !== '' && fresh.point.trim() !== '' && !lines.some((line) => placeKey(line) === placeKey(fresh))
  const add = () => {
    const line = { size: fresh.size.trim(), point: fresh.point.trim(), spec_mm: null, tolerance_mm: null }
    change({ ...draft, added: [...added, { ...line, measured_mm: null }] })
    setFresh({ size: fresh.size, point: '' })
  }
  return (
    <form
      onKeyDown={nextField}
      onSubmit={(event) => {
        event.preventDefault()
        void save
          .run({ measures: changed.map(({ today: _, ...line }) => line), weight_qc_g: weight })
          .then((done) => done && onSaved())
      }}
    >
      <Section>
        <div className="sample-weight">
          <span>{t('Weight at QC (g)')}</span>
          <QuantityInput
            value={weight}
            onChange={(grams) => change({ ...draft, weight: grams })}
            label={t('Weight at QC (g)')}
            max={100_000}
            isInvalid={faults.weight !== null}
          />
          {isWeightless ? <Callout tone="warn">{t('A weight is more than 0 g.')}</Callout> : null}
          <Fault words={faults.weight} />
        </div>
        {found.is_old_spec ? (
          <Callout tone="warn">
            {t('The style’s spec has changed since this sample was first measured: it is judged by the one of then.')}{' '}
            <Button
              size="small"
              text={t('Judge it by today’s spec')}
              disabled={isChanged}
              title={isChanged ? t('Save the measures first') : undefined}
              loading={save.isRunning}
              onClick={() => void save.run({ by_todays_spec: true })}
            />
          </Callout>
        ) : null}
        {lines.length === 0 ? (
          <Unmeasured found={found} />
        ) : (
          <table className="plain-table" aria-label={t('Measures')}>
            <thead>
              <tr>
                <th scope="col">{t('Point of measure')}</th>
                <th scope="col">{t('Size')}</th>
                <th scope="col">{t('Should be (cm)')}</th>
                <th scope="col">{t('Measured (cm)')}</th>
                <th scope="col">{t('Beyond (cm)')}</th>
              </tr>
            </thead>
            <tbody>
              {lines.map((line) => {
                const over = line.measured_mm === null ? null : beyond({ ...line, measured_mm: line.measured_mm })
                return (
                  <tr key={placeKey(line)}>
                    <td>{line.point}</td>
                    <td>{line.size}</td>
                    <td>
                      {cm(line)}
                      <Today of={line} />
                    </td>
                    <td>
                      <CentimetresInput
                        value={line.measured_mm}
                        onChange={(mm) => change({ ...draft, typed: { ...typed, [placeKey(line)]: mm } })}
                        isInvalid={faults.measures[placeKey(line)] !== undefined}
                        label={`${t('Measured (cm)')}, ${line.point} ${line.size}`}
                      />
                      <Fault words={faults.measures[placeKey(line)] ?? null} />
                    </td>
                    <td>
                      {over === null ? '' : <b className={over > 0 ? 'sample-beyond' : ''}>{centimetres(over)}</b>}
                    </td>
                  </tr>
                )
              })}
            </tbody>
          </table>
        )}
        <div className="sample-fresh">
          <input
            className="bp6-input bp6-small"
            value={fresh.point}
            placeholder={t('Point of measure')}
            aria-label={t('Point of measure')}
            maxLength={80}
            onChange={({ target }) => setFresh({ ...fresh, point: target.value })}
          />
          <input
            className="bp6-input bp6-small"
            value={fresh.size}
            placeholder={t('Size')}
            aria-label={t('Size')}
            maxLength={20}
            onChange={({ target }) => setFresh({ ...fresh, size: target.value })}
          />
          <Button size="small" text={t('Add the point')} disabled={!isFresh} onClick={add} />
        </div>
        <Button
          type="submit"
          intent="primary"
          text={t('Save measures')}
          disabled={!isChanged || isWeightless}
          title={isWeightless ? t('A weight is more than 0 g.') : undefined}
          loading={save.isRunning}
        />
      </Section>
    </form>
  )
}

function Fault({ words }: { words: string | null }) {
  return words === null ? null : (
    <p className="field-problem" role="alert">
      {words}
    </p>
  )
}

/** Says why there are no measures, and where the points of measure are brought in. */
export function Unmeasured({ found: { sample, points } }: { found: Found }) {
  const { t, number: shown } = useLocale()
  return (
    <p className="muted">
      {t(whyUnmeasured(sample.state, points.length), { n: shown(points.length) })}{' '}
      {points.length === 0 ? (
        <Link to={`/supplier/garment-specs?style=${sample.catalogue_id}`}>
          {t('Open the spec of {{catalogue_id}}', { catalogue_id: sample.catalogue_id })}
        </Link>
      ) : null}
    </p>
  )
}

/** Marks where the style's spec of today says something else. */
function Today({ of: { spec_mm, tolerance_mm, today } }: { of: Line }) {
  const { t } = useLocale()
  if (today === undefined || (today?.spec_mm === spec_mm && today.tolerance_mm === tolerance_mm)) return null
  return (
    <span className="sample-today">
      {today === null ? t('no longer asked for') : t('today {{spec}}', { spec: cm(today) })}
    </span>
  )
}

/** Photographs of the sample, kept as soon as they are there. */
export function SamplePhotos({ found, isOpen }: { found: Found; isOpen: boolean }) {
  const { t } = useLocale()
  const save = useDescribe(found)
  const { sample, image_ids } = found
  const photos = useTyped<readonly string[]>(
    `sample-photos.${sample.sample_id}`,
    z.array(z.string()),
    image_ids,
    t('Photos of the sample'),
  )
  const { value: ids, change: setIds } = photos
  const isChanged = ids.join() !== image_ids.join()
  return (
    <Section>
      <PhotoSourceContext value="sample">
        <PhotoField
          value={ids}
          onChange={setIds}
          isDisabled={!isOpen}
          max={MOST_SAMPLE_PHOTOS}
          label={t('Photos of the sample')}
          place={{
            ...{ work: `sample ${sample.sample_id}`, field: 'photos', what: t('Photos of the sample') },
            by: 'samples.uploadSamplePhoto',
          }}
        />
      </PhotoSourceContext>
      {isOpen ? (
        <Button
          intent="primary"
          text={t('Save photos')}
          disabled={!isChanged}
          loading={save.isRunning}
          onClick={() => void save.run({ image_ids: [...ids] }).then((done) => done && photos.reset())}
        />
      ) : null}
    </Section>
  )
}
