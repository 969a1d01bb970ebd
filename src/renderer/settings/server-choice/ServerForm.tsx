import '../settings.css'
import { Button, DialogBody, InputGroup, Radio, RadioGroup } from '@blueprintjs/core'
import { Cog } from '@blueprintjs/icons'
import { type FormEvent as ReactFormEvent, type KeyboardEvent as ReactKeyboardEvent, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ServerChoice, ServerTest } from '../../../shared/bridge.ts'
import { useSay } from '../../actions/say.ts'
import { LanguageSwitch } from '../../app/UserMenu.tsx'
import { useForm } from '../../forms/useForm.ts'
import { type DialogTurn, Modal, useDialog } from '../../kit/dialogs.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import { Callout } from '../../kit/states.tsx'
import { Field } from '../../people/Fields.tsx'
import { choiceOf, draftOf, isSameServer, type ServerDraft, serverForm, typeAddress } from './server-draft.ts'
import { restartWith, useServer, useServerTest } from './use-server.ts'

/** Chooses the server: only one that answered is saved, and the app then starts anew. */
export function ServerForm() {
  return (
    <Loaded answer={useServer()} rows={2}>
      {({ isFixed, choice }) => (isFixed ? <FixedServer choice={choice} /> : <ChangeServer now={choice} />)}
    </Loaded>
  )
}

/** The reason stands beside it: a field that cannot be changed must say who can. */
export function FixedServer({ choice }: { choice: ServerChoice }) {
  const { t } = useTranslation()
  return (
    <div className="server-fields">
      <p>{choice.kind === 'company' ? <span className="code">{choice.url}</span> : t('The server in this app')}</p>
      <Callout>
        {t(
          'The server is set by this computer’s environment (SELVEDGE_SERVER_URL) and cannot be changed here. Ask whoever looks after this computer.',
        )}
      </Callout>
    </div>
  )
}

function ChangeServer({ now }: { now: ServerChoice }) {
  const { t } = useTranslation()
  const form = useForm(serverForm, draftOf(now), { draft: null, words: useSay().problem })
  const testing = useServerTest()
  const choice = choiceOf(form.values)
  const isReady = choice !== null && !isSameServer(choice, now)
  const save = form.submit(async () => {
    // The app asks by itself and goes down with this page: what comes back is a refusal only.
    if (isReady) await restartWith(choice)
  })
  return (
    <form className="settings-form" onSubmit={save} noValidate>
      <ServerFields draft={form.values} onChange={form.change} testing={testing} />
      {form.failure ? <Callout tone="bad">{form.failure}</Callout> : null}
      <div className="settings-line">
        <Button
          type="submit"
          intent="primary"
          text={t('Save and restart')}
          disabled={!isReady}
          loading={form.isSending}
        />
        {choice === null ? <span className="muted">{t('The address is tested before it can be saved.')}</span> : null}
      </div>
    </form>
  )
}

interface ServerFieldsProps {
  draft: ServerDraft
  onChange: (draft: ServerDraft) => void
  testing: ReturnType<typeof useServerTest>
}

/** The server in the app, or a company's one by its address, with a way to ask whether it answers. */
export function ServerFields({ draft, onChange, testing }: ServerFieldsProps) {
  const { t } = useTranslation()
  const choose = ({ currentTarget }: ReactFormEvent<HTMLInputElement>) => {
    testing.forget()
    onChange({ ...draft, kind: currentTarget.value === 'company' ? 'company' : 'embedded' })
  }
  return (
    <div className="server-fields">
      <RadioGroup name="server" selectedValue={draft.kind} onChange={choose} aria-label={t('Server')}>
        <Radio value="embedded">
          {t('The server in this app')}
          <span className="choice-words">{t('Everything stays on this computer. Nobody else works with it.')}</span>
        </Radio>
        <Radio value="company">
          {t('The company’s server')}
          <span className="choice-words">{t('Everybody works with the same orders, boxes and shipments.')}</span>
        </Radio>
      </RadioGroup>
      {draft.kind === 'company' ? <Address draft={draft} onChange={onChange} testing={testing} /> : null}
    </div>
  )
}

function Address({ draft, onChange, testing }: ServerFieldsProps) {
  const { t } = useTranslation()
  const button = useFocusKept(testing.isTesting)
  const test = async () => {
    if (draft.typed.trim() === '' || testing.isTesting) return
    const tested = await testing.run(draft)
    if (tested) onChange(tested)
  }
  const type = (typed: string) => {
    testing.forget()
    onChange(typeAddress(draft, typed))
  }
  const onKeyDown = (event: ReactKeyboardEvent) => {
    // Enter goes on where the address is tested already; until then it tests.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || draft.test) return
    event.preventDefault()
    void test()
  }
  return (
    <div className="server-address">
      <Field
        label={t('Address of the server')}
        hint={t('For example {{example}}', { example: 'https://selvedge.example.com' })}
      >
        {(ties) => (
          <div className="server-line">
            <InputGroup
              {...ties}
              type="url"
              name="server-address"
              autoComplete="off"
              spellCheck={false}
              maxLength={500}
              fill
              value={draft.typed}
              onChange={({ target }) => type(target.value)}
              onKeyDown={onKeyDown}
            />
            <Button
              ref={button}
              text={t('Test')}
              loading={testing.isTesting}
              disabled={draft.typed.trim() === ''}
              onClick={() => void test()}
            />
          </div>
        )}
      </Field>
      <div aria-live="polite">{draft.test ? <TestOutcome test={draft.test} /> : null}</div>
    </div>
  )
}

/** A button that is busy cannot hold the focus: it gets it back, unless the user went on. */
function useFocusKept(isBusy: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  const wasBusy = useRef(isBusy)
  useEffect(() => {
    if (wasBusy.current && !isBusy && document.activeElement === document.body) button.current?.focus()
    wasBusy.current = isBusy
  }, [isBusy])
  return button
}

function TestOutcome({ test }: { test: ServerTest }) {
  const { t } = useTranslation()
  const say = useSay()
  if (!test.answers) return <Callout tone="bad">{say.message(test.problem)}</Callout>
  const { url, version } = test
  return (
    <Callout tone="good">{t('A Selvedge server answers at {{url}}, version {{version}}.', { url, version })}</Callout>
  )
}

/** For whoever cannot sign in, perhaps because the server is the wrong one. */
export function ServerSettings() {
  const { t } = useTranslation()
  const settings = useDialog(ServerDialog)
  return (
    <>
      <Button variant="minimal" icon={<Cog />} text={t('Server settings')} onClick={() => settings.open()} />
      {settings.dialog}
    </>
  )
}

function ServerDialog(turn: DialogTurn) {
  const { t } = useTranslation()
  return (
    <Modal {...turn} title={t('Server settings')} className="server-dialog" width={520}>
      <DialogBody>
        <div className="settings-language">
          <span className="field-label">{t('Language')}</span>
          <LanguageSwitch />
        </div>
        <ServerForm />
      </DialogBody>
    </Modal>
  )
}
