import { z } from 'zod'
import { languageTag } from '../../../shared/kernel/languages.ts'
import type { CallData } from '../../actions/calls.ts'
import { useAction } from '../../actions/useAction.ts'
import { api } from '../../api/client.ts'
import { TextField } from '../../forms/fields.tsx'
import { useForm } from '../../forms/useForm.ts'
import { key } from '../../i18n/formats.ts'
import { ownName } from '../../i18n/language.ts'
import { DialogParts, type DialogTurn, Modal, useDialog } from '../../kit/dialogs.tsx'
import { FactList } from '../../kit/field-views.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { showToast } from '../../kit/Toasts.tsx'
import { useConfirm } from '../../kit/useConfirm.tsx'
import { useLocale } from '../../table/words.ts'
import type { LanguageProgress } from './LanguagePanel.tsx'

/** Asks for a language's code and its own name, which the browser often knows. */
export function useAddLanguage(onAdded: (code: string) => void) {
  return useDialog(AddLanguageDialog, { onAdded })
}

/** Until a name is typed it is the one that the browser knows. */
const languageForm = z.object({ code: z.string(), name: z.string().nullable() })

function AddLanguageDialog({ onAdded, ...turn }: DialogTurn & { onAdded: (code: string) => void }) {
  const { t } = useLocale()
  const form = useForm(languageForm, { code: '', name: null }, { draft: 'new-language' })
  const { code, name } = form.values
  const tag = languageTag(code.trim())
  const known = tag === null ? '' : knownName(tag)
  const add = useAction((input: { code: string; name: string }, options) => api.languages.addLanguage(input, options), {
    refresh: ['languages.getLanguages'],
  })
  const send = form.submit(async () => {
    const reply = tag === null ? undefined : await add.run({ code: tag, name: (name ?? known).trim() })
    if (!reply) return
    turn.onClose()
    onAdded(reply.data.code)
  })
  const isOff = tag === null || (name ?? known).trim() === ''
  return (
    <Modal {...turn} title={t('Add a language')} width={440}>
      <form onSubmit={send}>
        <DialogParts
          className="lang-form"
          onCancel={turn.onClose}
          step={{ text: t('Add'), isOff, isRunning: add.isRunning }}
        >
          <TextField
            label={t('Code, such as hi or pt-BR')}
            value={code}
            maxLength={35}
            autoFocus
            problem={code.trim() !== '' && tag === null ? t('This is no language code.') : null}
            onChange={form.field('code').onChange}
          />
          <TextField
            label={t('Its name in its own words')}
            lang={tag ?? ''}
            value={name ?? known}
            maxLength={60}
            onChange={form.field('name').onChange}
          />
          <p className="muted">{t('Everybody can choose it at once. Texts without a translation read English.')}</p>
        </DialogParts>
      </form>
    </Modal>
  )
}

/** Asks before a language goes that was added by mistake, with the texts that were filled in for it. */
export function useRemoveLanguage(onRemoved: () => void) {
  const { t, plural } = useLocale()
  const confirm = useConfirm()
  const remove = useAction(
    (input: { language: string; own: number }, options) => api.languages.removeLanguage(input, options),
    { refresh: ['languages.getLanguages'] },
  )
  const ask = async ({ code, name, own }: LanguageProgress) => {
    const texts = plural(own, '1 text that was filled in goes with it.', '{{n}} texts that were filled in go with it.')
    const isMeant = await confirm.ask({
      title: t('Remove {{name}}?', { name }),
      text: `${own === 0 ? '' : `${texts} `}${t('Whoever reads this language reads English from then on.')}`,
      confirm: t('Remove the language'),
      isDangerous: true,
    })
    if (isMeant && (await remove.run({ language: code, own }))) onRemoved()
  }
  return { ask, dialog: confirm.dialog }
}

/** Empty where the browser knows no name and would say the code again. */
function knownName(tag: string): string {
  const name = ownName(tag)
  return name.toLowerCase() === tag.toLowerCase() ? '' : name
}

type Outcome = CallData<'languages.importTranslations'>

const mostBytes = 3_000_000

/** Takes a JSON file of translations by their English text, as the export gives it, and says what became of it. */
export function useImportTexts(language: string) {
  const { t } = useLocale()
  const { open, dialog } = useDialog(ImportedDialog)
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
    open({ outcome: reply.data })
  }
  const choose = () => {
    const field = Object.assign(document.createElement('input'), { type: 'file', accept: '.json,application/json' })
    field.addEventListener('change', () => {
      const [file] = field.files ?? []
      if (file) void take(file)
    })
    field.click()
  }
  return { choose, isRunning: bring.isRunning, dialog }
}

const outcomeFields: readonly ShownField<Outcome>[] = [
  { id: 'saved', header: key('Texts saved'), kind: 'pieces', of: (outcome) => outcome.saved },
  { id: 'unchanged', header: key('Texts unchanged'), kind: 'pieces', of: (outcome) => outcome.unchanged },
  { id: 'unknown', header: key('Texts unknown here'), kind: 'pieces', of: (outcome) => outcome.unknown },
  { id: 'refused', header: key('Texts refused'), kind: 'pieces', of: (outcome) => outcome.refused_count },
]

function ImportedDialog({ outcome, ...turn }: DialogTurn & { outcome: Outcome }) {
  const { t } = useLocale()
  return (
    <Modal {...turn} title={t('Translations imported')} width={480}>
      <DialogParts onCancel={turn.onClose}>
        <FactList fields={outcomeFields} row={outcome} />
        {outcome.refused.length > 0 ? (
          <>
            <p>{t('These lose or invent a {{…}} and were not saved:')}</p>
            <ul className="lang-refused">
              {outcome.refused.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </>
        ) : null}
      </DialogParts>
    </Modal>
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
