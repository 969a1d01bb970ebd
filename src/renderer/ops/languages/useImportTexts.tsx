import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { type ReactNode, useState } from 'react'
import type { CallData } from '../../actions/calls.ts'
import { useAction } from '../../actions/useAction.ts'
import { api } from '../../api/client.ts'
import { Facts } from '../../kit/Drawer.tsx'
import { showToast } from '../../kit/toasts.ts'
import { useWords } from '../../table/words.ts'

type Outcome = CallData<'house.importTranslations'>

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
    (texts: Record<string, string>, options) => api.house.importTranslations({ language, texts }, options),
    { refresh: ['house.getLanguages', 'house.getTranslations'], done: () => null },
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
