import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRefresh } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { listed } from '../../i18n/formats.ts'
import { useLocale } from '../../table/words.ts'
import { boxOf, type DoorScan, resultOf, type Station } from '../receiving/scan/use-door.tsx'
import { CountAtReceipt } from './CountAtReceipt.tsx'
import { useNoteBox } from './NoteBoxDialog.tsx'

/** After a scan: a code that nobody knows is noted as an excess box, a received one is counted where its pieces differ, or noted as damaged. Words that say what happened by itself. */
export function AfterScan({ last, station }: { last: DoorScan; station: Pick<Station, 'code'> }) {
  const { t } = useTranslation()
  const refresh = useRefresh()
  const note = useNoteBox(station.code, () => void refresh(['indiaReceiving']))
  const [counted, count] = useState<string | null>(null)
  const outcome = resultOf(last)?.outcome
  const { code } = last.record
  return (
    <div className="after-scan">
      {outcome === 'unknown' ? (
        <>
          <p>{t('Set the box aside. Scan it once more, or note it as a box that nobody expects.')}</p>
          <Button size="large" text={t('Note as an excess box…')} onClick={() => note.open({ kind: 'excess', code })} />
        </>
      ) : null}
      {outcome === 'not_shipped' || outcome === 'other_site' ? (
        <p>{t('Set the box aside. It is noted as an excess box, and settles itself when it may be received.')}</p>
      ) : null}
      {outcome === 'inwarded' || outcome === 'duplicate' ? (
        <>
          <Button text={t('Its pieces differ…')} onClick={() => count(code)} />
          <Button text={t('It is damaged…')} onClick={() => note.open({ kind: 'damaged', code })} />
        </>
      ) : null}
      {note.dialog}
      {counted === null ? null : (
        <CountAtReceipt
          code={counted}
          onClose={() => count(null)}
          onCounted={() => void refresh(['indiaReceiving', 'indiaInspection'])}
        />
      )}
    </div>
  )
}

/** Says that a received box has an open damage note, which goes when the box is taken back; null where it has none, or nobody can say. */
export function useNoteOf(): (scan: DoorScan) => Promise<string | null> {
  const { t } = useTranslation()
  const { plural } = useLocale()
  return async (scan) => {
    const sscc = boxOf(scan)?.sscc
    if (sscc === undefined || scan.record.result === null) return null
    const asked = { kind: ['damaged' as const], search: sscc, page_size: 1 }
    const options = { isQuiet: true, signal: AbortSignal.timeout(3_000) }
    const [note] = await api.indiaReceiving.boxDiscrepancies(asked, options).then(
      ({ data }) => data.rows,
      // Without a connection the answer says it afterwards.
      () => [],
    )
    if (note === undefined) return null
    const photos = plural(note.image_ids.length, '1 photo', '{{n}} photos')
    const words = listed([note.remark, photos].flatMap((one) => one || []))
    return t('Its damage note ({{words}}) is closed with it, as noted by mistake.', { words })
  }
}
