import './fabrics.css'
import { Button } from '@blueprintjs/core'
import { Cross } from '@blueprintjs/icons'
import { type FormEvent, type MouseEvent, useState } from 'react'
import { z } from 'zod'
import type { RollRow } from '../../../shared/areas/materials/calls.ts'
import {
  computedRollVerdict,
  defaultScoreLimit,
  defectPoints,
  type RollDefect,
  rollDefectKinds,
  rollDefectWords,
  rollPoints,
  rollScore,
} from '../../../shared/areas/materials/four-point.ts'
import { rollFaults } from '../../../shared/areas/materials/roll.ts'
import { rollLife } from '../../../shared/areas/materials/roll-life.ts'
import { needsWordsText } from '../../../shared/kernel/lifecycle.ts'
import { useAction } from '../../actions/useAction.ts'
import { api } from '../../api/client.ts'
import { ChoiceField, DecimalField, RemarkField } from '../../forms/fields.tsx'
import { useTyped } from '../../forms/useTyped.ts'
import { key } from '../../i18n/formats.ts'
import { DialogParts, type DialogTurn, Modal } from '../../kit/dialogs.tsx'
import { Callout } from '../../kit/states.tsx'
import { useWorkPhotos } from '../../photos/use-photo-uploads.ts'
import { useLocale } from '../../table/words.ts'
import { MaterialPhotos } from '../materials/parts.tsx'
import { readDecimal } from '../materials/sheet-cells.ts'

const verdicts = { accept: key('Accept'), reject: key('Reject'), hold: key('Hold') } as const
type Chosen = keyof typeof verdicts

const inspection = z.object({
  defects: z.array(z.object({ kind: z.enum(rollDefectKinds), length_cm: z.number(), at_cm: z.number() })),
  image_ids: z.array(z.string()),
  /** Null: what the points say. */
  chosen: z.enum(['accept', 'reject', 'hold']).nullable(),
  remark: z.string(),
  whole_lot: z.boolean().default(false),
})
type Typed = z.output<typeof inspection>
const begins: Typed = { defects: [], image_ids: [], chosen: null, remark: '', whole_lot: false }

const mostPhotos = 20

/** The four-point station: defects along the roll, the running score, and the verdict beside what the points say. */
export function InspectDialog({ roll, ...turn }: DialogTurn & { roll: RollRow }) {
  const { t } = useLocale()
  const work = `roll.inspect.${roll.roll}`
  const typed = useTyped(work, inspection, begins, t('Inspection of roll {{roll}}', { roll: roll.roll }))
  const { defects, image_ids, remark, whole_lot } = typed.value
  const change = (part: Partial<Typed>) => typed.change((now) => ({ ...now, ...part }))
  const photos = useWorkPhotos(work, typed.isTyped, 'photos')
  const length_cm = Math.round(roll.received * 100)
  const points = rollPoints(defects)
  const score = roll.width_cm === null ? null : rollScore(points, { width_cm: roll.width_cm, length_cm })
  const computed = score === null ? null : computedRollVerdict(score)
  const chosen: Chosen = typed.value.chosen ?? computed ?? 'hold'
  const isAgainst = chosen !== 'hold' && computed !== null && chosen !== computed
  const needsWords = isAgainst || rollLife.ruleOf(chosen).needsWords === true
  const lacksWords = needsWords && remark.trim() === ''
  const send = useAction(
    (_: undefined, options) =>
      api.materials.inspectRoll(
        {
          roll: roll.roll,
          version: roll.version,
          chosen,
          remark,
          defects,
          image_ids,
          whole_lot: chosen === 'accept' && whole_lot,
        },
        options,
      ),
    { refresh: ['materials', 'production'], looksAgain: true },
  )
  const inspect = async () => {
    if ((await send.run(undefined)) === undefined) return
    typed.reset()
    photos.drop()
    turn.onClose()
  }
  return (
    <Modal {...turn} title={t('Inspection of roll {{roll}}', { roll: roll.roll })} width={980} isTyped={typed.isTyped}>
      <DialogParts
        onCancel={turn.onClose}
        step={{
          text: t(verdicts[chosen]),
          intent: chosen === 'reject' ? 'danger' : 'primary',
          run: () => void inspect(),
          isOff: lacksWords || photos.state !== null || (score === null && chosen === 'accept' && defects.length > 0),
          isRunning: send.isRunning,
        }}
        foot={<Score points={points} score={score} />}
      >
        <div className="inspect">
          {score === null && defects.length > 0 ? <Callout tone="warn">{t(rollFaults.noWidth)}</Callout> : null}
          {roll.is_sampled ? <p className="muted">{t('Proposed: it is among the sampled rolls')}</p> : null}
          <Station
            length_cm={length_cm}
            defects={defects}
            onDefects={(next) => change({ defects: next.toSorted((a, b) => a.at_cm - b.at_cm) })}
          />
          <MaterialPhotos
            work={work}
            label={t('Photos of the roll')}
            ids={image_ids}
            max={mostPhotos}
            onIds={(ids) => change({ image_ids: ids })}
          />
          <div className="inspect-verdict">
            <fieldset className="inspect-choice">
              <legend className="field-label">{t('Verdict')}</legend>
              {(Object.keys(verdicts) as Chosen[]).map((one) => (
                <label key={one} className="check-label">
                  <input
                    type="radio"
                    name={`verdict ${roll.roll}`}
                    checked={chosen === one}
                    onChange={() => change({ chosen: one === computed ? null : one })}
                  />
                  {t(verdicts[one])}
                  {one === computed ? <span className="muted">{t('as the points say')}</span> : null}
                </label>
              ))}
              {chosen === 'accept' && roll.is_sampled ? (
                <label className="check-label">
                  <input type="checkbox" checked={whole_lot} onChange={() => change({ whole_lot: !whole_lot })} />
                  {t('Accept the rest of lot {{lot}}, shade {{shade}}, too', { lot: roll.lot, shade: roll.shade })}
                </label>
              ) : null}
            </fieldset>
            <RemarkField
              label={t('Remark')}
              value={remark}
              problem={lacksWords ? t(isAgainst ? rollFaults.against : needsWordsText) : null}
              onChange={(words) => change({ remark: words })}
            />
          </div>
        </div>
      </DialogParts>
    </Modal>
  )
}

function Score({ points, score }: { points: number; score: number | null }) {
  const { t, number, decimal } = useLocale()
  if (score === null) return null
  return (
    <p className="inspect-score" role="status" data-tone={computedRollVerdict(score) === 'accept' ? 'good' : 'bad'}>
      {t('{{points}} points, {{score}} in 100 yd² against {{limit}}', {
        points: number(points),
        score: decimal(score, 2),
        limit: number(defaultScoreLimit),
      })}
    </p>
  )
}

interface StationProps {
  length_cm: number
  /** In the order of their places. */
  defects: readonly RollDefect[]
  onDefects: (next: RollDefect[]) => void
}

/** As the contract takes it, in cm. */
const longestDefect = 500

/** Sizes to press, each in the middle of what its points take. */
const sizes = [5, 12, 20, 30] as const

/** The roll as a bar: a press on it puts a defect there, of the kind and size that are set; keys do it by the fields. */
function Station({ length_cm, defects, onDefects }: StationProps) {
  const { t, number } = useLocale()
  const [kind, setKind] = useState<RollDefect['kind']>('flaw')
  const [size, setSize] = useState('5')
  const [at, setAt] = useState('')
  const length = readDecimal(size)
  const place = readDecimal(at)
  const isFar = typeof place === 'number' && place * 100 > length_cm
  const add = (at_cm: number) => {
    if (!length || length > longestDefect) return
    onDefects([...defects, { kind, length_cm: length, at_cm: Math.round(at_cm) }])
    setAt('')
  }
  const press = (event: MouseEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    add(Math.min(1, Math.max(0, (event.clientX - box.left) / box.width)) * length_cm)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (typeof place === 'number' && !isFar) add(place * 100)
  }
  return (
    <>
      <form className="inspect-add" onSubmit={submit}>
        <ChoiceField
          label={t('Defect')}
          value={kind}
          choices={rollDefectKinds.map((one) => [one, t(rollDefectWords[one])] as const)}
          onChange={setKind}
        />
        <DecimalField
          label={t('Longest side (cm)')}
          value={size}
          maxLength={6}
          problem={
            length && length <= longestDefect
              ? null
              : length
                ? t('At most {{most}}.', { most: number(longestDefect) })
                : t('Please check this number.')
          }
          onChange={setSize}
        />
        <div className="inspect-sizes">
          {sizes.map((cm) => (
            <Button
              key={cm}
              active={size === String(cm)}
              text={t('{{n}} cm · {{points}} pt', { n: cm, points: defectPoints({ kind, length_cm: cm }) })}
              onClick={() => setSize(String(cm))}
            />
          ))}
        </div>
        <DecimalField
          label={t('Metre from the end')}
          value={at}
          maxLength={8}
          problem={
            isFar
              ? t('At most {{most}}.', { most: number(length_cm / 100) })
              : place === undefined
                ? t('Please check this number.')
                : null
          }
          autoFocus
          onChange={setAt}
        />
        <Button type="submit" text={t('Add the defect')} disabled={!length || typeof place !== 'number' || isFar} />
      </form>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the fields above do the same by keys */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
      <div className="inspect-roll" title={t('A press adds a defect at its metre')} onClick={press}>
        {defects.map((defect, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: two defects may be alike
            key={index}
            className="inspect-mark"
            data-hole={defect.kind === 'hole' || undefined}
            style={{ insetInlineStart: `${(100 * defect.at_cm) / length_cm}%` }}
          >
            {defectPoints(defect)}
          </span>
        ))}
      </div>
      <div className="inspect-scale muted" aria-hidden="true">
        {[0, 0.25, 0.5, 0.75, 1].map((part) => (
          <span key={part}>{number(Math.round((part * length_cm) / 100))} m</span>
        ))}
      </div>
      <Defects defects={defects} onDefects={onDefects} />
    </>
  )
}

function Defects({ defects, onDefects }: Omit<StationProps, 'length_cm'>) {
  const { t, number, decimal } = useLocale()
  if (defects.length === 0) return <p className="muted">{t('No defects so far.')}</p>
  return (
    <div className="plain-scroll">
      <table className="plain-table">
        <thead>
          <tr>
            <th className="end">{t('Metre from the end')}</th>
            <th>{t('Defect')}</th>
            <th className="end">{t('Longest side (cm)')}</th>
            <th className="end">{t('Points')}</th>
            <th>
              <span className="sr-only">{t('Remove')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {defects.map((defect, index) => {
            const own = defectPoints(defect)
            // What it adds to those before it: less than its own where its yard is full.
            const counted = rollPoints(defects.slice(0, index + 1)) - rollPoints(defects.slice(0, index))
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: two defects may be alike
              <tr key={index}>
                <td className="end">{decimal(defect.at_cm / 100, 2)}</td>
                <td>{t(rollDefectWords[defect.kind])}</td>
                <td className="end">{number(defect.length_cm)}</td>
                <td className="end">
                  {counted === own ? (
                    number(own)
                  ) : (
                    <span className="warn-text">
                      {t('{{counted}} of {{own}}: a yard counts 4 at most', { counted, own })}
                    </span>
                  )}
                </td>
                <td className="end">
                  <Button
                    variant="minimal"
                    size="small"
                    icon={<Cross />}
                    aria-label={t('Remove the defect at {{at}} m', { at: decimal(defect.at_cm / 100, 2) })}
                    onClick={() => onDefects(defects.filter((_, other) => other !== index))}
                  />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
