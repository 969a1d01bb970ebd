import './packing.css'
import { Button, PopoverNext } from '@blueprintjs/core'
import { Add, Redo, Undo } from '@blueprintjs/icons'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lineKey } from '../../../../shared/areas/shipments/packing.ts'
import { sheetMessages } from '../../../../shared/kernel/sheet.ts'
import { SaveBar } from '../../../forms/SaveBar.tsx'
import { useFormats } from '../../../i18n/formats.ts'
import { QuantityInput } from '../../../kit/quantities.tsx'
import { Callout, EmptyState } from '../../../kit/states.tsx'
import { useConfirm } from '../../../kit/useConfirm.tsx'
import { useLocale } from '../../../table/words.ts'
import type { ShipmentDetails } from '../ShipmentActions.tsx'
import { type GridHandle, PackingGrid } from './PackingGrid.tsx'
import { addBox, type Boxes, boxTotal, type DraftBox, type PackingLine } from './packing-draft.ts'
import { lossOf } from './packing-history.ts'
import { packingSums } from './packing-sums.ts'
import type { PackingDraft } from './use-packing-draft.ts'

interface PackingTabProps {
  packing: PackingDraft
  details: ShipmentDetails
}

/** The boxes of a shipment as a grid: filled by hand, by distribution, or from a sheet. */
export function PackingTab({ packing, details }: PackingTabProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const grid = useRef<GridHandle>(null)
  const { boxes, sums, canPack, isStale } = packing
  if (boxes.length === 0 && !packing.isTyped) return <NothingPacked packing={packing} />
  return (
    <div className="pack">
      {canPack ? (
        <div className="pack-bar">
          <Button icon={<Add />} text={t('Add box')} onClick={() => grid.current?.addBox()} />
          <DistributeButton packing={packing} />
          <Button
            text={t('Fill down')}
            title="Ctrl+D"
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => grid.current?.fillDown()}
          />
          <Button
            icon={<Undo />}
            aria-label={t('Undo')}
            title={`${t('Undo')} (Ctrl+Z)`}
            disabled={!packing.canUndo}
            onClick={packing.undo}
          />
          <Button
            icon={<Redo />}
            aria-label={t('Do again')}
            title={`${t('Do again')} (Ctrl+Y)`}
            disabled={!packing.canRedo}
            onClick={packing.redo}
          />
          <span className="pack-sums">
            {t('Boxes: {{boxes}} · Packed: {{packed}} of {{ready}}', {
              boxes: formats.number(boxes.length),
              packed: formats.number(sums.packed),
              ready: formats.number(sums.ready),
            })}
          </span>
        </div>
      ) : null}
      {isStale ? <ChangedMeanwhile packing={packing} details={details} /> : null}
      <PackingGrid packing={packing} handle={grid} />
      {packing.isTyped ? <PackingSaveBar packing={packing} /> : null}
    </div>
  )
}

/** The upload is the filled button of the head: a second one of the same name beside it would only ask which. */
function NothingPacked({ packing }: Pick<PackingTabProps, 'packing'>) {
  const { t } = useTranslation()
  if (!packing.canPack) return <EmptyState title={t('This shipment has no boxes')} />
  return (
    <EmptyState
      title={t('No box is packed yet')}
      text={t('Upload the packing list, drop it anywhere here, or fill the boxes on screen.')}
    >
      <DistributeButton packing={packing} />
      <Button text={t('Add box')} onClick={() => packing.change(addBox)} />
    </EmptyState>
  )
}

/** Somebody else saved this shipment while boxes were typed: nothing typed is lost, and nobody is overwritten unasked. */
function ChangedMeanwhile({ packing, details }: PackingTabProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const discarding = useDiscard(packing)
  const last = details.history.reduce<ShipmentDetails['history'][number] | undefined>(
    (latest, event) => (latest === undefined || event.at > latest.at ? event : latest),
    undefined,
  )
  return (
    <div className="pack-note">
      <Callout tone="warn">
        {t('{{actor}} changed this shipment at {{at}}. What you typed is kept.', {
          actor: last?.actor ?? '',
          at: last ? formats.instant(last.at) : '',
        })}
        <Button size="small" text={t('Show what is saved')} onClick={() => void discarding.start()} />
        <Button size="small" text={t('Go on with mine')} onClick={() => packing.rebase(details.shipment.version)} />
      </Callout>
      {discarding.dialog}
    </div>
  )
}

/** Asks before typed boxes go, and says how much that is. */
function useDiscard({ boxes, saved, lines, discard }: PackingDraft) {
  const { t, number, plural } = useLocale()
  const confirm = useConfirm()
  const start = async () => {
    const loss = lossOf(boxes, saved, lines)
    const words = [
      loss.boxes > 0 &&
        t('Typed boxes that are lost: {{boxes}}, with {{pieces}} pieces.', {
          boxes: number(loss.boxes),
          pieces: number(loss.pieces),
        }),
      loss.removed > 0 && plural(loss.removed, '1 removed box comes back.', '{{n}} removed boxes come back.'),
    ].filter((text) => text !== false)
    const isAgreed =
      words.length === 0 ||
      (await confirm.ask({
        title: t('Discard what is typed?'),
        text: words.join(' '),
        confirm: t('Discard'),
        isDangerous: true,
      }))
    if (isAgreed) discard()
  }
  return { start, dialog: confirm.dialog }
}

function PackingSaveBar({ packing }: { packing: PackingDraft }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const [rest, setRest] = useState(false)
  const discarding = useDiscard(packing)
  const { boxes, sums, faults, isStale, save } = packing
  const [firstFault] = faults
  const faultyBox = boxes.find((box) => firstFault?.[0].startsWith(`${box.id} `))
  const problem = () => {
    if (isStale) return t('Choose which boxes to keep first.')
    if (boxes.length === 0) return t(sheetMessages.noPackingDetails)
    if (firstFault) return formats.labelled(`${t('Box no')} ${faultyBox?.box_no ?? ''}`, t(firstFault[1]))
    if (sums.surplus > 0)
      return t('Please enter correct quantity for order. +{{n}}', { n: formats.number(sums.surplus) })
    if (sums.missing > 0 && !rest) return t('Pieces in no box yet: {{n}}', { n: formats.number(sums.missing) })
    return null
  }
  return (
    <SaveBar
      summary={t('Boxes typed, not saved yet')}
      problem={problem()}
      isSaving={save.isRunning}
      error={save.error}
      onSave={() => void save.run(rest && sums.missing > 0)}
      onDiscard={() => void discarding.start()}
    >
      {discarding.dialog}
      {sums.missing > 0 ? (
        <label className="check-label">
          <input type="checkbox" checked={rest} onChange={(event) => setRest(event.target.checked)} />
          {t('Leave the rest on the platform')}
        </label>
      ) : null}
    </SaveBar>
  )
}

/** Puts every piece that is in no box yet into boxes: so many a box, or shared out over so many boxes. */
export function DistributeButton({ packing, isPrimary }: { packing: PackingDraft; isPrimary?: boolean }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <PopoverNext
      isOpen={isOpen}
      onInteraction={setOpen}
      placement="bottom-start"
      animation="minimal"
      arrow={false}
      content={<DistributeForm packing={packing} onDone={() => setOpen(false)} />}
    >
      <Button
        {...(isPrimary ? { intent: 'primary' as const } : {})}
        text={t('Distribute…')}
        disabled={packing.sums.missing === 0}
      />
    </PopoverNext>
  )
}

function DistributeForm({ packing, onDone }: { packing: PackingDraft; onDone: () => void }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { boxes, lines, sums, change } = packing
  const [how, setHow] = useState<Distribution>('solid')
  const [size, setSize] = useState<number | null>(20)
  const field = useRef<HTMLInputElement>(null)
  // Once the popover stands in its place: a thing that is not seen takes no focus.
  useEffect(() => {
    const soon = setTimeout(() => field.current?.focus(), 60)
    return () => clearTimeout(soon)
  }, [])
  const ways: readonly [Distribution, string][] = [
    ['solid', t('One SKU per box')],
    ['mixed', t('Mixed, one SKU after another')],
    ['spread', t('Every SKU spread over the boxes')],
  ]
  const needed = boxesNeeded(boxes, lines, how, size ?? 0)
  const isTooMany = boxes.length + needed > mostBoxes
  return (
    <form
      className="distribute"
      onSubmit={(event) => {
        event.preventDefault()
        if (needed === 0 || isTooMany) return
        change((now) => distribute(now, lines, how, size ?? 0))
        onDone()
      }}
    >
      <p>{t('Pieces in no box yet: {{n}}', { n: formats.number(sums.missing) })}</p>
      <fieldset>
        <legend className="sr-only">{t('Distribute…')}</legend>
        {ways.map(([key, label]) => (
          <label key={key}>
            <input type="radio" name="distribution" checked={how === key} onChange={() => setHow(key)} />
            {label}
          </label>
        ))}
      </fieldset>
      <div className="distribute-size">
        <span>{how === 'spread' ? t('Number of boxes') : t('Pieces per box')}</span>
        <QuantityInput
          value={size}
          onChange={setSize}
          inputRef={field}
          label={how === 'spread' ? t('Number of boxes') : t('Pieces per box')}
        />
      </div>
      <div className="distribute-end">
        <span className="muted">{t('Boxes filled: {{n}}', { n: formats.number(needed) })}</span>
        <Button type="submit" intent="primary" text={t('Distribute')} disabled={needed === 0 || isTooMany} />
      </div>
    </form>
  )
}

/**
 * How pieces that no box holds yet are put into boxes. `solid`: one SKU a box, so many pieces each. `mixed`: so many pieces a
 * box, SKUs one after another. `spread`: so many boxes, every SKU shared out evenly among them.
 */
export type Distribution = 'solid' | 'mixed' | 'spread'

export const mostBoxes = 5_000

type Content = Record<string, number>

/** The boxes with everything missing put into empty ones first, then into new ones. Full boxes stay as they are. */
export function distribute(boxes: Boxes, lines: readonly PackingLine[], how: Distribution, size: number): Boxes {
  const missing = missingOf(boxes, lines)
  if (size < 1 || missing.length === 0) return boxes
  return putIn(boxes, contents(missing, how, size))
}

/** How many boxes a distribution fills. */
export function boxesNeeded(boxes: Boxes, lines: readonly PackingLine[], how: Distribution, size: number): number {
  const missing = missingOf(boxes, lines)
  const total = missing.reduce((sum, { quantity }) => sum + quantity, 0)
  if (size < 1 || total === 0) return 0
  if (how === 'spread') return Math.min(size, total)
  if (how === 'mixed') return Math.ceil(total / size)
  return missing.reduce((sum, { quantity }) => sum + Math.ceil(quantity / size), 0)
}

interface Missing {
  key: string
  quantity: number
}

function missingOf(boxes: Boxes, lines: readonly PackingLine[]): Missing[] {
  const { byLine } = packingSums(boxes, lines)
  return lines
    .map((line) => ({ key: lineKey(line), quantity: byLine.get(lineKey(line))?.missing ?? 0 }))
    .filter(({ quantity }) => quantity > 0)
}

function contents(missing: readonly Missing[], how: Distribution, size: number): Content[] {
  if (how === 'solid') return missing.flatMap((each) => oneAfterAnother([each], size))
  return how === 'mixed' ? oneAfterAnother(missing, size) : sharedOut(missing, size)
}

function oneAfterAnother(missing: readonly Missing[], size: number): Content[] {
  const made: Content[] = []
  let room = 0
  for (const { key, quantity } of missing) {
    let left = quantity
    while (left > 0) {
      if (room === 0) {
        made.push({})
        room = size
      }
      const taken = Math.min(left, room)
      const box = made.at(-1) ?? {}
      box[key] = (box[key] ?? 0) + taken
      left -= taken
      room -= taken
    }
  }
  return made
}

/** Odd pieces go round: the next SKU's start where the last one's ended, so that the boxes differ by one piece at most. */
function sharedOut(missing: readonly Missing[], count: number): Content[] {
  const made: Content[] = Array.from({ length: count }, () => ({}))
  let turn = 0
  for (const { key, quantity } of missing) {
    const each = Math.floor(quantity / count)
    const odd = quantity % count
    made.forEach((box, at) => {
      const isOdd = (at - turn + count) % count < odd
      if (each + (isOdd ? 1 : 0) > 0) box[key] = each + (isOdd ? 1 : 0)
    })
    turn = (turn + odd) % count
  }
  return made.filter((box) => Object.keys(box).length > 0)
}

function putIn(boxes: Boxes, made: readonly Content[]): Boxes {
  const left = [...made]
  const filled: DraftBox[] = boxes.map((box) => {
    const content = boxTotal(box) === 0 ? left.shift() : undefined
    return content === undefined ? box : { ...box, pieces: content }
  })
  return left.reduce<Boxes>((next, pieces) => addBox(next, { pieces }), filled)
}
