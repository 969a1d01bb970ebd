import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { type ReactNode, useState } from 'react'
import { languageTag } from '../../../shared/kernel/languages.ts'
import type { CallData } from '../../actions/calls.ts'
import { useAction } from '../../actions/useAction.ts'
import { api } from '../../api/client.ts'
import { ownName } from '../../i18n/language.ts'
import { Facts } from '../../kit/Drawer.tsx'
import { Callout } from '../../kit/states.tsx'
import { showToast } from '../../kit/Toasts.tsx'
import { useWords } from '../../table/words.ts'

export interface AddLanguage {
  open: () => void
  dialog: ReactNode
}

/** Asks for a language's code and its own name, which the browser often knows. */
export function useAddLanguage(onAdded: (code: string) => void): AddLanguage {
  const { t } = useWords()
  const [isOpen, setOpen] = useState(false)
  const [code, setCode] = useState('')
  const [name, setName] = useState<string | null>(null)
  const tag = languageTag(code.trim())
  const known = tag === null ? '' : knownName(tag)
  const add = useAction((input: { code: string; name: string }, options) => api.languages.addLanguage(input, options), {
    refresh: ['languages.getLanguages'],
  })
  const send = async () => {
    const reply = tag === null ? undefined : await add.run({ code: tag, name: (name ?? known).trim() })
    if (!reply) return
    setOpen(false)
    setCode('')
    setName(null)
    onAdded(reply.data.code)
  }
  const isReady = tag !== null && (name ?? known).trim() !== ''
  const dialog = (
    <Dialog
      isOpen={isOpen}
      onClose={() => setOpen(false)}
      title={t('Add a language')}
      style={{ width: 440 }}
      transitionDuration={100}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <DialogBody className="lang-form">
          <label>
            {t('Code, such as hi or pt-BR')}
            <input
              className="lang-field"
              value={code}
              maxLength={35}
              autoFocus
              onChange={(event) => setCode(event.target.value)}
            />
          </label>
          {code.trim() !== '' && tag === null ? <Callout tone="warn">{t('This is no language code.')}</Callout> : null}
          <label>
            {t('Its name in its own words')}
            <input
              className="lang-field"
              lang={tag ?? ''}
              value={name ?? known}
              maxLength={60}
              onChange={(event) => setName(event.target.value)}
            />
          </label>
          <p className="muted">{t('Everybody can choose it at once. Texts without a translation read English.')}</p>
        </DialogBody>
        <DialogFooter
          actions={
            <>
              <Button text={t('Cancel')} onClick={() => setOpen(false)} />
              <Button type="submit" intent="primary" text={t('Add')} disabled={!isReady} loading={add.isRunning} />
            </>
          }
        />
      </form>
    </Dialog>
  )
  return { open: () => setOpen(true), dialog }
}

/** Empty where the browser knows no name and would say the code again. */
function knownName(tag: string): string {
  const name = ownName(tag)
  return name.toLowerCase() === tag.toLowerCase() ? '' : name
}

type Outcome = CallData<'languages.importTranslations'>

const mostBytes = 3_000_000

export interface ImportTexts {
  choose: () => void
  isRunning: boolean
  dialog: ReactNode
}

/** Takes a JSON file of translations by their English text, as the export gives it, and says what became of it. */
export function useImportTexts(language: string): ImportTexts {
  const { t } = useWords()
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [isOpen, setOpen] = useState(false)
  const bring = useAction(
    (texts: Record<string, string>, options) => api.languages.importTranslations({ language, texts }, options),
    { refresh: ['languages.getLanguages', 'languages.getTranslations'], done: () => null },
  )
  const take = async (file: File) => {
    const texts = file.size > mostBytes ? null : readTexts(await file.text())
    if (texts === null) {
      showToast({ tone: 'error', text: t('{{name}} is no JSON file of texts.', { name: file.name }) })
      return
    }
    const reply = await bring.run(texts)
    if (!reply) return
    setOutcome(reply.data)
    setOpen(true)
  }
  const choose = () => {
    const field = Object.assign(document.createElement('input'), { type: 'file', accept: '.json,application/json' })
    field.addEventListener('change', () => {
      const [file] = field.files ?? []
      if (file) void take(file)
    })
    field.click()
  }
  const dialog = (
    <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={t('Translations imported')} style={{ width: 480 }}>
      <DialogBody>{outcome ? <OutcomeFacts outcome={outcome} /> : null}</DialogBody>
      <DialogFooter actions={<Button intent="primary" text={t('Close')} onClick={() => setOpen(false)} />} />
    </Dialog>
  )
  return { choose, isRunning: bring.isRunning, dialog }
}

function OutcomeFacts({ outcome }: { outcome: Outcome }) {
  const { t, number } = useWords()
  return (
    <>
      <Facts
        facts={[
          [t('Texts saved'), number(outcome.saved)],
          [t('Texts unchanged'), number(outcome.unchanged)],
          [t('Texts unknown here'), number(outcome.unknown)],
          [t('Texts refused'), number(outcome.refused_count)],
        ]}
      />
      {outcome.refused.length > 0 ? (
        <>
          <p>{t('These lose or invent a {{…}} and were not saved:')}</p>
          <ul className="lang-refused">
            {outcome.refused.map((key) => (
              <li key={key}>{key}</li>
            ))}
          </ul>
        </>
      ) : null}
    </>
  )
}

/** Null for anything but an object of texts. */
function readTexts(json: string): Record<string, string> | null {
  try {
    const read: unknown = JSON.parse(json)
    if (typeof read !== 'object' || read === null || Array.isArray(read)) return null
    return Object.values(read).every((text) => typeof text === 'string') ? (read as Record<string, string>) : null
  } catch {
    // Not JSON: the user is told so.
    return null
  }
}
