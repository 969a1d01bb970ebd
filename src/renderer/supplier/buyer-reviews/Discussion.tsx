import { Button } from '@blueprintjs/core'
import type { CallData } from '../../actions/calls.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { useDialog } from '../../kit/dialogs.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import { useLocale } from '../../table/words.ts'
import { NoteDialog } from '../catalogue/dialogs.tsx'
import './reviews.css'

interface DiscussionProps {
  catalogueId: string
  notes: CallData<'catalogue.getStyleDetails'>['notes']
}

/** What the house says of a style, oldest first, and the way to say more. No vendor reads it. */
export function Discussion({ catalogueId, notes }: DiscussionProps) {
  const { t } = useLocale()
  const note = useDialog(NoteDialog)
  return (
    <>
      {notes.length === 0 ? (
        <p className="muted">{t('Nothing has been said of it yet.')}</p>
      ) : (
        <ul className="catalogue-notes">
          {notes.map((one) => (
            <Said key={one.id} who={one.said_by} at={one.said_at} text={one.text} />
          ))}
        </ul>
      )}
      <Button size="small" text={t('Say something…')} onClick={() => note.open({ catalogueId })} />
      {note.dialog}
    </>
  )
}

/** The same thread in a review: one and the same with the catalogue's. */
export function LoadedDiscussion({ catalogueId }: { catalogueId: string }) {
  const { t } = useLocale()
  const answer = useAnswer('catalogue.getStyleDetails', { catalogue_id: catalogueId })
  return (
    <section className="review-thread" aria-label={t('Discussion')}>
      <Loaded answer={answer} rows={2}>
        {({ notes }) => <Discussion catalogueId={catalogueId} notes={notes} />}
      </Loaded>
    </section>
  )
}

interface SaidProps {
  who: string
  at: string
  text: string | null
  what?: string
}

export function Said({ who, at, text, what }: SaidProps) {
  const { instant } = useLocale()
  return (
    <li>
      {what === undefined ? null : <strong>{what} · </strong>}
      {who} · <time dateTime={at}>{instant(at)}</time>
      {text === null ? null : <div>{text}</div>}
    </li>
  )
}
