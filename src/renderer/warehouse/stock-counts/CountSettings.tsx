import { Button } from '@blueprintjs/core'
import { Cog } from '@blueprintjs/icons'
import type { CallData } from '../../actions/calls.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { checkField, describedForm, FormFields } from '../../forms/described.tsx'
import { useSentForm } from '../../forms/useSentForm.ts'
import { key } from '../../i18n/formats.ts'
import { DialogParts, type DialogTurn, Modal, useDialog } from '../../kit/dialogs.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import { useRight } from '../../session/use-right.ts'
import { useSettingsWord } from '../../settings/use-settings-word.ts'
import { useLocale } from '../../table/words.ts'

/** Opens the settings of stock counts for who posts them. */
export function CountSettingsButton() {
  const { t } = useLocale()
  const mayPost = useRight('postStockCounts')
  const settings = useDialog(CountSettingsDialog)
  useSettingsWord(settings.open, mayPost)
  if (!mayPost) return null
  return (
    <>
      <Button icon={<Cog />} text={t('Settings of counts…')} onClick={() => settings.open()} />
      {settings.dialog}
    </>
  )
}

function CountSettingsDialog(turn: DialogTurn) {
  const { t } = useLocale()
  const saved = useAnswer('stockCounts.getStockCountSettings', {})
  return (
    <Modal {...turn} title={t('Settings of stock counts')} width={480} isTyped>
      <Loaded answer={saved} rows={2}>
        {(found) => <SettingsForm saved={found} onClose={turn.onClose} />}
      </Loaded>
    </Modal>
  )
}

const settingsForm = describedForm({
  second_count: checkField(key('What differs is counted by a second person before it is posted')),
})

function SettingsForm({
  saved,
  onClose,
}: { saved: CallData<'stockCounts.getStockCountSettings'> } & Pick<DialogTurn, 'onClose'>) {
  const { t } = useLocale()
  const form = useSentForm(settingsForm.schema, saved.settings, {
    ...{ draft: 'stock-counts.settings', what: t('Settings of stock counts'), refresh: ['stockCounts'] },
    send: (settings, options) => api.stockCounts.saveStockCountSettings({ settings, version: saved.version }, options),
    after: onClose,
  })
  return (
    <form noValidate onSubmit={form.send}>
      <DialogParts onCancel={onClose} step={{ text: t('Save'), isRunning: form.isSending }}>
        <div className="form-stack">
          <FormFields of={settingsForm} form={form} />
          <p className="muted">{t('It holds for counts that begin from now on.')}</p>
        </div>
      </DialogParts>
    </form>
  )
}
