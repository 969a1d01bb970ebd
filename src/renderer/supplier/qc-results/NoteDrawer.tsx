import { Button } from '@blueprintjs/core'
import { Download } from '@blueprintjs/icons'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../actions/useRows.ts'
import { useFormats } from '../../i18n/formats.ts'
import { useNamed } from '../../i18n/named.ts'
import { Callout } from '../../kit/Callout.tsx'
import { Drawer, Facts, Section } from '../../kit/Drawer.tsx'
import { StatusTag } from '../../kit/StatusTag.tsx'
import { EmptyState, LoadingRows } from '../../kit/states.tsx'
import { Instant } from '../../kit/values.tsx'
import { PrintReturnNote } from '../qc-returns/PrintReturnNote.tsx'
import { useCancelReturnNote } from '../qc-returns/use-cancel-return-note.tsx'
import { useReturnNoteFile } from '../qc-returns/use-return-note-file.ts'
import { useRight } from '../use-right.ts'
import { NoteLines } from './NoteLines.tsx'
import { noteStates } from './note-columns.tsx'

/** One return note: what went back, why, and the paper with its photographs. */
export function NoteDrawer({ returnNote, onClose }: { returnNote: string; onClose: () => void }) {
  const { t } = useTranslation()
  const file = useReturnNoteFile()
  const { data, isLoading } = useAnswer('house.returnNotes', { return_notes: [returnNote] })
  const note = data?.rows[0]
  const mayCancel = useRight('chinaQcLead')
  const cancel = useCancelReturnNote()
  return (
    <Drawer
      isOpen
      onClose={onClose}
      width={820}
      title={returnNote}
      beside={
        note ? <StatusTag status={noteStates[note.state]} tone={note.state === 'SENT' ? 'warn' : 'neutral'} /> : null
      }
      actions={
        note ? (
          <>
            {note.state === 'SENT' && mayCancel ? (
              <Button
                variant="minimal"
                intent="danger"
                text={t('Cancel return note')}
                loading={cancel.isRunning}
                onClick={() => cancel.ask(note)}
              />
            ) : null}
            <PrintReturnNote note={returnNote} />
            <Button
              intent="primary"
              icon={<Download />}
              text={t('Return note with photos (PDF)')}
              loading={file.isGetting}
              onClick={() => file.get(returnNote)}
            />
          </>
        ) : null
      }
    >
      {note ? <NoteFacts note={note} /> : isLoading ? <LoadingRows rows={4} /> : <EmptyState title={t('Not found')} />}
      {cancel.dialog}
    </Drawer>
  )
}

type Note = NonNullable<ReturnType<typeof useAnswer<'house.returnNotes'>>['data']>['rows'][number]

function NoteFacts({ note }: { note: Note }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const named = useNamed()
  return (
    <>
      {note.state === 'CANCELLED' ? (
        <Section>
          <Callout tone="warn">
            {t('This note was cancelled: {{reason}}', { reason: note.cancel_reason ?? '–' })}
          </Callout>
        </Section>
      ) : null}
      <Section>
        <Facts
          facts={[
            [t('Supplier'), named(note.supplier_name, note.supplier_name_zh)],
            [t('Boxes'), formats.number(note.boxes)],
            [t('Pieces'), formats.number(note.pieces)],
            [t('Photos'), formats.number(note.photos)],
            [t('Created'), <Instant key="created" at={note.created_at} />],
            [t('Created by'), note.created_by],
            [t('Carrier'), note.carrier],
            [
              t('Tracking ID'),
              note.tracking_id ? (
                <span key="tracking" className="code">
                  {note.tracking_id}
                </span>
              ) : null,
            ],
          ]}
        />
      </Section>
      <Section title={t(note.reason)}>
        <p>{note.remark}</p>
      </Section>
      <NoteLines returnNote={note.return_note} />
    </>
  )
}
