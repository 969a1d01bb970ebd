import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { type ReactNode, useState } from 'react'
import { languageTag } from '../../../shared/domain/languages.ts'
import { useAction } from '../../actions/useAction.ts'
import { api } from '../../api/client.ts'
import { ownName } from '../../i18n/language.ts'
import { Callout } from '../../kit/Callout.tsx'
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
  const add = useAction((input: { code: string; name: string }, options) => api.house.addLanguage(input, options), {
    refresh: ['house.getLanguages'],
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
