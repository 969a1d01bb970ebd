import { useState } from 'react'
import {
  isOldCard,
  readStageCode,
  type Stage,
  type StageCode,
  stageWords,
} from '../../../shared/areas/facilities/stage-ledger.ts'
import type { RefusalReason } from '../../../shared/kernel/reasons.ts'
import { api } from '../../api/client.ts'
import { ChoiceField, reasonWords } from '../../forms/fields.tsx'
import { key } from '../../i18n/formats.ts'
import { RowPlace } from '../../i18n/place.ts'
import { QuantityInput } from '../../kit/quantities.tsx'
import { showToast } from '../../kit/Toasts.tsx'
import { ScanStation, type StationLook } from '../../scan/ScanStation.tsx'
import { playSound, readSoundSettings } from '../../scan/sounds.ts'
import { useUserId } from '../../session/use-user-id.ts'
import { useLocale } from '../../table/words.ts'
import { fromOf, StageChoice } from './StageChoice.tsx'
import { placeWords, readStageAt, stageQueue, stageText } from './stage-queue.ts'
import type { MovesProps } from './TypePart.tsx'

const looks: Readonly<Record<string, StationLook>> = {
  moved: { label: key('Moved'), tone: 'good', sound: 'good' },
}

interface ScanPartProps extends MovesProps {
  /** A stage's code of another order was scanned, or of a card that a later one replaced. */
  onOrder: (code: StageCode) => void
}

/** Pieces moved by scan: a code of the job card says the stage, the SKU's label the piece. */
export function ScanPart({ row, into, onInto, onOrder }: ScanPartProps) {
  const { t } = useLocale()
  const queue = stageQueue(useUserId())
  const [chosen, setFrom] = useState<Stage>('pending')
  const [reason, setReason] = useState<RefusalReason | ''>('')
  const [pieces, setPieces] = useState<number | null>(1)
  const [isNoNumber, setNoNumber] = useState(false)
  const from = fromOf(into, chosen)
  const { facility, order_action_id: order } = row
  const quantity = pieces ?? 1
  const isUnknown = isNoNumber || quantity < 1
  const needsReason = into === 'reject' && reason === ''
  /** Opens the order of another card, once it is known that this facility makes it: the order at hand stays otherwise. */
  const leave = async (code: StageCode) => {
    const asked = { tab: 'all' as const, facility, order_action_ids: [code.order], page_size: 1 }
    // Without a connection the order opens with what this computer had of it.
    const found = await api.facilities.getFacilityOrders(asked).catch(() => null)
    if (found === null || found.data.rows.length > 0) return onOrder(code)
    playSound('unknown', readSoundSettings())
    showToast({ tone: 'error', text: t('This facility makes nothing of {{order}}.', { order: code.order }) })
  }
  const closed =
    row.state === 'SENT_FOR_PRODUCTION' ? null : t('Pieces of this order move once it is sent for production.')
  return (
    <div className="stage-move stage-scan">
      <StageChoice into={into} from={from} onInto={onInto} onFrom={setFrom} />
      {into === 'reject' ? (
        <ChoiceField
          label={t('Reason')}
          value={reason}
          choices={Object.entries(reasonWords).map(([value, words]) => [value as typeof reason, t(words)] as const)}
          onChange={setReason}
        />
      ) : null}
      <RowPlace value={row}>
        <ScanStation
          queue={queue}
          looks={looks}
          action="move"
          undo="undo"
          taken={['moved']}
          place={
            needsReason || isUnknown
              ? null
              : stageText({
                  ...{ facility, order, into, from, is_undo: false, quantity },
                  reason: into === 'reject' ? reason : '',
                })
          }
          needsPlace={
            isUnknown ? t('Please enter a whole number above 0.') : t('Please choose why pieces are rejected.')
          }
          isHere={(place) => {
            const at = readStageAt(place)
            return at?.order === order && at.facility === facility
          }}
          before={(code) => {
            const read = readStageCode(code)
            if (read === null) {
              // Many at once are typed for one scan: the next stands for one piece again.
              setPieces(1)
              return null
            }
            if (read.order === order && !isOldCard(read.card, row)) onInto(read.into)
            else {
              void leave(read)
              return 'asked'
            }
            return 'done'
          }}
          closed={closed}
          label={t('Pieces into “{{stage}}”', { stage: t(stageWords[into]) })}
          placeholder={t('Scan a SKU, or a stage on the job card')}
          ready={{
            title: t('Ready to scan'),
            text: t('A code of the job card chooses the stage; every SKU scanned is a piece.'),
          }}
          placeWords={(place) => placeWords(place, t)}
          tools={
            <span className="stage-pieces">
              <span>{t('Pieces of the next scan')}</span>
              <QuantityInput
                value={pieces}
                label={t('Pieces of the next scan')}
                onChange={setPieces}
                onRefused={setNoNumber}
              />
            </span>
          }
        />
      </RowPlace>
    </div>
  )
}
