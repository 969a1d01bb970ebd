import { memo, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSay } from '../../../actions/say.ts'
import { listed, useFormats, useNamed } from '../../../i18n/formats.ts'
import { StylePicture } from '../../../pictures/StylePicture.tsx'
import { Barcode } from '../../../scan/ScanField.tsx'
import { useLook } from './door-side.ts'
import type { DoorQueue } from './ExpectedPanel.tsx'
import { OutcomeMark } from './OutcomeMark.tsx'
import { type DoorResult, isUnanswered } from './outcomes.ts'
import { boxOf, type DoorScan, resultOf, standingOf, useLastScan } from './use-door.tsx'

/** What the eye meets first: what became of the last scan, to be seen from two metres. */
export const LastScan = memo(function LastScan({ queue, takenBack }: { queue: DoorQueue; takenBack: string | null }) {
  const { t } = useTranslation()
  const { last: scan, isStuck } = useLastScan(queue, takenBack)
  const lookOf = useLook()
  if (!scan) {
    return (
      <div className="last-scan" data-tone="neutral">
        <div className="last-scan-mark">
          <Barcode size={44} />
        </div>
        <div className="last-scan-words">
          <strong>{t('Ready to scan')}</strong>
          <p>{t('Scan the code on a box.')}</p>
        </div>
      </div>
    )
  }
  const standing = standingOf(scan)
  const isHeld = isStuck && isUnanswered(standing)
  const { label, tone } = lookOf(standing)
  return (
    <div className="last-scan" data-tone={tone} data-standing={standing} data-scan={scan.record.scan_id}>
      <div className="last-scan-mark">
        <OutcomeMark standing={standing} size={52} />
      </div>
      <div className="last-scan-words">
        <strong>{t(label)}</strong>
        <Said scan={scan} isHeld={isHeld} />
      </div>
      {/* Said once: what comes before the answer is heard by its sound, and in words only where no answer comes. */}
      <div className="sr-only" role="status">
        {isHeld || !isUnanswered(standing) ? (
          <>
            {t(label)} <Said scan={scan} isHeld={isHeld} />
          </>
        ) : null}
      </div>
      <BoxWords scan={scan} />
    </div>
  )
})

function Said({ scan, isHeld }: { scan: DoorScan; isHeld: boolean }) {
  const { t } = useTranslation()
  const words = useResultWords()
  const result = resultOf(scan)
  if (isHeld) return <p>{t('Kept on this computer. It is sent when the connection is back.')}</p>
  const told = scan.undo ? scan.undo.result : (result ?? scan.foreseen)
  return <p>{told ? words(told) : scan.record.code}</p>
}

function BoxWords({ scan }: { scan: DoorScan }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const named = useNamed()
  const box = boxOf(scan)
  if (!box) return null
  const { position, boxes_in_shipment } = box
  // A scan that waits on this computer since an older version knows of none.
  const pictures = box.pictures ?? []
  return (
    <dl className="last-scan-box">
      {box.styles.length > 0 ? (
        <div className="last-scan-pictures">
          <dt className="sr-only">{t('Pictures')}</dt>
          <dd>
            {box.styles.slice(0, 2).map((style_id, at) => (
              <StylePicture key={style_id} of={{ style_id, picture: pictures[at] }} size="head" />
            ))}
          </dd>
        </div>
      ) : null}
      <div>
        <dt>{t('Box')}</dt>
        <dd>{box.box_no}</dd>
        <dd className="last-scan-more">
          {t('{{n}} of {{total}}', { n: formats.number(position), total: formats.number(boxes_in_shipment) })}
        </dd>
      </div>
      <div>
        <dt>{t('Pieces')}</dt>
        <dd>{box.counts_hidden ? '–' : formats.number(box.pieces)}</dd>
        <dd className="last-scan-more">{listed(box.styles.slice(0, 2))}</dd>
      </div>
      <div className="last-scan-supplier">
        <dt>{t('Supplier')}</dt>
        <dd>{named(box.supplier_name, box.supplier_name_zh)}</dd>
        <dd className="last-scan-more code">{box.shipment_id}</dd>
      </div>
    </dl>
  )
}

/** What the server said of a scan, in the reader's language and with the names that belong to it. */
export function useResultWords(): (result: DoorResult) => string {
  const say = useSay()
  const named = useNamed()
  return useMemo(
    () =>
      ({ message, values }) => {
        const name = named(String(values.site_name ?? ''), String(values.site_name_zh ?? ''))
        return say.message(message, { ...values, site_name: name })
      },
    [say, named],
  )
}
