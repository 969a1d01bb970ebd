import { Button, DialogBody, DialogFooter } from '@blueprintjs/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../actions/useAction.ts'
import { api } from '../../api/client.ts'
import { useUnsaved } from '../../app/unsaved.ts'
import { Field } from '../../people/Field.tsx'
import { TextField } from '../TextField.tsx'
import { kindWords, type PartyDraft, partyInput, partyProblems } from './party-draft.ts'

type PartyText = 'code' | 'name' | 'address' | 'country' | 'tax_id' | 'contact'

/** One party; its code and kind stay as they are once it is there, since papers name it by them. */
export function PartyForm({ first, onDone }: { first: PartyDraft; onDone: () => void }) {
  const { t } = useTranslation()
  const [party, setParty] = useState(first)
  const [isTried, setTried] = useState(false)
  const isNew = first.version === undefined
  useUnsaved(party !== first, t('Trade parties'))
  const save = useAction((_: undefined, options) => api.house.saveTradeParty(partyInput(party), options), {
    what: t('Trade parties'),
    done: () => t('Saved'),
  })
  const problems = isTried ? partyProblems(party) : {}
  const change = (part: Partial<PartyDraft>) => setParty((now) => ({ ...now, ...part }))
  const send = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (Object.keys(partyProblems(party)).length > 0) return
    if ((await save.run(undefined)) !== undefined) onDone()
  }
  const text = (label: string, field: PartyText, maxLength: number, disabled = false) => {
    const problem = problems[field]
    return (
      <TextField
        {...{ label, maxLength, disabled }}
        problem={problem ? t(problem) : null}
        value={party[field]}
        onChange={(value) => change({ [field]: value })}
      />
    )
  }
  return (
    <form noValidate onSubmit={(event) => void send(event)}>
      <DialogBody>
        <div className="inv-party-form">
          {text(t('Code'), 'code', 20, !isNew)}
          <Field label={t('Kind')}>
            {(ties) => (
              <select
                {...ties}
                className="text-field"
                value={party.kind}
                disabled={!isNew}
                onChange={({ target }) => change({ kind: target.value === 'exporter' ? 'exporter' : 'consignee' })}
              >
                <option value="consignee">{t(kindWords.consignee)}</option>
                <option value="exporter">{t(kindWords.exporter)}</option>
              </select>
            )}
          </Field>
          {text(t('Company name'), 'name', 200)}
          {text(t('Postal address'), 'address', 500)}
          {text(t('Country'), 'country', 2)}
          {text(t('Tax ID'), 'tax_id', 60)}
          {text(t('Contact'), 'contact', 200)}
          <label className="check-label inv-party-active">
            <input
              type="checkbox"
              checked={party.is_active}
              onChange={({ target }) => change({ is_active: target.checked })}
            />
            {t('Offered for new papers')}
          </label>
        </div>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('Back')} onClick={onDone} />
            <Button type="submit" intent="primary" text={t('Save')} loading={save.isRunning} />
          </>
        }
      />
    </form>
  )
}
