import './packing.css'
import { Button } from '@blueprintjs/core'
import { Add } from '@blueprintjs/icons'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sheetMessages } from '../../../../shared/domain/sheet-messages.ts'
import { useFormats } from '../../../i18n/formats.ts'
import { Callout } from '../../../kit/Callout.tsx'
import { EmptyState } from '../../../kit/states.tsx'
import { SaveBar } from '../../SaveBar.tsx'
import type { ShipmentDetails } from '../next-step.ts'
import { DistributeButton } from './DistributeButton.tsx'
import { addBox } from './draft-boxes.ts'
import { type GridHandle, PackingGrid } from './PackingGrid.tsx'
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
        <Button size="small" text={t('Show what is saved')} onClick={packing.discard} />
        <Button size="small" text={t('Go on with mine')} onClick={() => packing.rebase(details.shipment.version)} />
      </Callout>
    </div>
  )
}

function PackingSaveBar({ packing }: { packing: PackingDraft }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const [rest, setRest] = useState(false)
  const { boxes, sums, faults, isStale, save, discard } = packing
  const [firstFault] = faults
  const faultyBox = boxes.find((box) => firstFault?.[0].startsWith(`${box.id} `))
  const problem = () => {
    if (isStale) return t('Choose which boxes to keep first.')
    if (boxes.length === 0) return t(sheetMessages.noPackingDetails)
    if (firstFault) return `${t('Box no')} ${faultyBox?.box_no ?? ''}: ${t(firstFault[1])}`
    if (sums.surplus > 0) return `${t(sheetMessages.wrongOrderQuantity)} +${formats.number(sums.surplus)}`
    if (sums.missing > 0 && !rest) return t('Pieces in no box yet: {{n}}', { n: formats.number(sums.missing) })
    return null
  }
  return (
    <SaveBar
      summary={t('Boxes typed, not saved yet')}
      problem={problem()}
      isSaving={save.isRunning}
      onSave={() => void save.run({ rest: rest && sums.missing > 0 })}
      onDiscard={discard}
    >
      {sums.missing > 0 ? (
        <label className="check-label">
          <input type="checkbox" checked={rest} onChange={(event) => setRest(event.target.checked)} />
          {t('Leave the rest on the platform')}
        </label>
      ) : null}
    </SaveBar>
  )
}
