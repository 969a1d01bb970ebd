import { Button, ProgressBar } from '@blueprintjs/core'
import { FolderOpen, Refresh, Upload } from '@blueprintjs/icons'
import { type DragEvent as ReactDragEvent, useRef, useState } from 'react'
import { useSay } from '../../actions/say.ts'
import { filesOfDrop, filesOfInput } from '../../actions/upload/dropped-files.ts'
import { key } from '../../i18n/formats.ts'
import { DialogParts, type DialogTurn, Modal } from '../../kit/dialogs.tsx'
import { ScrollPart } from '../../kit/Page.tsx'
import { useLocale } from '../../table/words.ts'
import { type CopyMeaning, copyOf, isOnWay, mayWork, type SentPicture } from './picture-sending.ts'
import type { Told, UsedSending } from './use-picture-sending.ts'

/** Many pictures at once: where they are dropped or chosen, how far each is, and what became of it. */
export function SendingDialog({ sending, isOpen, onClose }: DialogTurn & { sending: UsedSending }) {
  const { t } = useLocale()
  const { pictures } = sending
  const isBusy = pictures.some(isOnWay)
  const close = () => {
    if (!isBusy) sending.clear()
    onClose()
  }
  return (
    <Modal
      isOpen={isOpen}
      onClose={close}
      title={t('Add pictures')}
      width={820}
      isTyped={isBusy || pictures.some(({ state }) => state === 'asked')}
    >
      <DialogParts
        onCancel={close}
        cancel={isBusy ? t('Go on in the background') : t('Close')}
        more={
          <>
            {!isBusy && pictures.some(mayWork) ? (
              <Button icon={<Refresh />} text={t('Try again')} onClick={sending.retry} />
            ) : null}
            {isBusy ? <Button text={t('Stop')} onClick={sending.stop} /> : null}
          </>
        }
        foot={pictures.length === 0 ? null : <Sums pictures={pictures} />}
      >
        <DropPictures sending={sending} />
        {pictures.length === 0 ? (
          <p className="muted pictures-how">
            {t(
              'The name of a file says whose picture it is: the code of the style, then the colour in English or Chinese, then which of several. For example NV-1001.jpg, NV-1001_Black.png, NV-1001-黑色-2.jpg.',
            )}
          </p>
        ) : (
          <ScrollPart className="pictures-sent" label={t('Files')}>
            <ul>
              {pictures.map((picture) => (
                <SentLine key={picture.id} picture={picture} onAnswer={sending.answer} />
              ))}
            </ul>
          </ScrollPart>
        )}
      </DialogParts>
    </Modal>
  )
}

function DropPictures({ sending }: { sending: UsedSending }) {
  const { t } = useLocale()
  const file = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const drop = (event: ReactDragEvent) => {
    event.preventDefault()
    event.stopPropagation()
    setOver(false)
    void filesOfDrop(event.dataTransfer).then((files) => sending.add(files, null))
  }
  return (
    <div className="pictures-drop">
      <button
        type="button"
        className="drop-zone"
        data-over={isOver}
        data-small={sending.pictures.length > 0}
        onClick={() => file.current?.click()}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Upload size={22} />
        <span className="drop-lead">{t('Drop pictures or folders here, or choose pictures')}</span>
        <span className="muted">.jpg, .png, .webp</span>
      </button>
      <Button
        variant="minimal"
        size="small"
        icon={<FolderOpen />}
        text={t('Choose a folder')}
        onClick={() => folder.current?.click()}
      />
      <HiddenInput of={file} label={t('Choose pictures')} sending={sending} />
      <HiddenInput of={folder} label={t('Choose a folder')} sending={sending} isFolder />
    </div>
  )
}

interface HiddenInputProps {
  of: React.RefObject<HTMLInputElement | null>
  label: string
  sending: UsedSending
  isFolder?: boolean
}

function HiddenInput({ of, label, sending, isFolder = false }: HiddenInputProps) {
  return (
    <input
      ref={of}
      type="file"
      multiple
      className="sr-only"
      tabIndex={-1}
      aria-label={label}
      {...(isFolder ? { webkitdirectory: '' } : { accept: 'image/jpeg,image/png,image/webp' })}
      onChange={({ target }) => {
        const files = filesOfInput(target.files)
        // Emptied, so that the same file can be chosen again after it was corrected.
        target.value = ''
        sending.add(files, null)
      }}
    />
  )
}

const outcomeWords = { added: key('Added'), replaced: key('Replaced'), unchanged: key('Unchanged') } as const

const copyWords: readonly (readonly [CopyMeaning, string])[] = [
  ['further', key('One more picture')],
  ['instead', key('Instead of it')],
  ['out', key('Leave out')],
]

interface SentLineProps {
  picture: SentPicture<Told>
  onAnswer: (id: string, meaning: CopyMeaning) => void
}

function SentLine({ picture, onAnswer }: SentLineProps) {
  const { t, name } = useLocale()
  const say = useSay()
  const { told, state, problem, progress } = picture
  const place = told && [
    told.style_id,
    told.color && name(told.color, told.color_zh ?? ''),
    told.position > 1 && told.position,
  ]
  if (state === 'asked')
    return (
      <li data-state="asked">
        <span className="pictures-file" title={picture.name}>
          {picture.name}
        </span>
        <span className="pictures-told">
          {t('Beside {{original}}: what is it?', { original: copyOf(picture.name)?.original })}{' '}
          {copyWords.map(([meaning, word]) => (
            <Button key={meaning} size="small" text={t(word)} onClick={() => onAnswer(picture.id, meaning)} />
          ))}
        </span>
      </li>
    )
  return (
    <li data-state={told ? told.outcome : state}>
      <span className="pictures-file" title={picture.name}>
        {picture.name}
      </span>
      {isOnWay(picture) ? (
        <ProgressBar
          stripes={false}
          animate={false}
          intent="primary"
          value={progress}
          aria-label={t('Sending {{name}}', { name: picture.name })}
        />
      ) : (
        <span className="pictures-told">
          <b>{told ? t(outcomeWords[told.outcome]) : state === 'stopped' ? t('Stopped') : t('Not taken')}</b>{' '}
          {place ? place.filter(Boolean).join(' · ') : problem ? say.problem(problem) : null}
        </span>
      )}
    </li>
  )
}

function Sums({ pictures }: { pictures: readonly SentPicture<Told>[] }) {
  const { t, number } = useLocale()
  const count = (isOne: (picture: SentPicture<Told>) => boolean) => number(pictures.filter(isOne).length)
  return (
    <p className="plat-make-sum" role="status">
      {t('Taken: {{taken}} · unchanged: {{unchanged}} · refused: {{refused}} · left: {{left}}', {
        taken: count(({ told }) => told !== null && told.outcome !== 'unchanged'),
        unchanged: count(({ told }) => told?.outcome === 'unchanged'),
        refused: count(({ state }) => state === 'failed'),
        left: count(({ state }) => ['waiting', 'sending', 'stopped', 'asked'].includes(state)),
      })}
    </p>
  )
}
