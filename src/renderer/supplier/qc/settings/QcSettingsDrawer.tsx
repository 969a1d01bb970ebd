import { Button } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import {
  changedQcSettings,
  type QcSettingName,
  qcSettingDefaults,
  qcSettingFaults,
} from '../../../../shared/domain/qc-settings.ts'
import { useSay } from '../../../actions/say.ts'
import { Callout } from '../../../kit/Callout.tsx'
import { Drawer, Section } from '../../../kit/Drawer.tsx'
import { Shortcut } from '../../../kit/Shortcut.tsx'
import { FailedState, LoadingRows } from '../../../kit/states.tsx'
import { useSaveKey } from '../../SaveBar.tsx'
import { useRight } from '../../use-right.ts'
import { ExampleLot } from './ExampleLot.tsx'
import { SettingRow } from './SettingRow.tsx'
import { type QcSettingsAnswer, type SettingsDraftNow, useQcSettings, useSettingsDraft } from './use-settings-draft.ts'

const sampling = ['lot_scope', 'level'] as const
const aqls = ['aql_critical', 'aql_major', 'aql_minor'] as const
const counting = ['blind_count'] as const

interface QcSettingsDrawerProps {
  onClose: () => void
}

/** What China QC goes by where nobody says otherwise at a box. Who may not change it reads it. */
export function QcSettingsDrawer({ onClose }: QcSettingsDrawerProps) {
  const { t } = useTranslation()
  const say = useSay()
  const { data, isError, error, reload } = useQcSettings()
  if (data) return <Settings kept={data} reload={reload} onClose={onClose} />
  return (
    <Drawer isOpen onClose={onClose} title={t('QC settings')} width={width}>
      {isError ? <FailedState text={say.problem(error)} onRetry={() => void reload()} /> : <LoadingRows rows={8} />}
    </Drawer>
  )
}

const width = 1160

interface SettingsProps extends QcSettingsDrawerProps {
  kept: QcSettingsAnswer
  reload: () => Promise<unknown>
}

function Settings({ kept, reload, onClose }: SettingsProps) {
  const { t } = useTranslation()
  const mayChange = useRight('chinaQcSettings')
  const draft = useSettingsDraft(kept, reload)
  const form = mayChange ? draft.form : kept.settings
  const faults = qcSettingFaults(form)
  const canSave = mayChange && draft.isChanged && !draft.isOutdated && Object.keys(faults).length === 0
  const rows = (names: readonly QcSettingName[]) =>
    names.map((name) => (
      <SettingRow
        key={name}
        {...{ name, kept, form }}
        problem={faults[name]}
        onChange={mayChange ? draft.change : null}
      />
    ))
  return (
    <Drawer
      isOpen
      onClose={onClose}
      title={t('QC settings')}
      width={width}
      actions={mayChange ? <SettingsFoot draft={draft} canSave={canSave} /> : null}
    >
      <div className="qcs">
        <div className="qcs-main">
          <Section>
            <Callout>
              {t(
                'What stands here counts for lots that are planned from now on. Lots with an inspection keep their plan.',
              )}{' '}
              {mayChange ? null : t('Only a lead changes it.')}
            </Callout>
            {draft.isOutdated ? <Outdated kept={kept} draft={draft} /> : null}
          </Section>
          <Section title={t('Lots and samples')}>{rows(sampling)}</Section>
          <Section title="AQL">
            <p className="muted">
              {t('Defective pieces in a hundred that are still accepted, on the average of many lots.')}
            </p>
            {rows(aqls)}
          </Section>
          <Section title={t('Counting')}>{rows(counting)}</Section>
        </div>
        <aside className="qcs-side" aria-label={t('Example')}>
          <ExampleLot form={form} saved={kept.settings} />
        </aside>
      </div>
    </Drawer>
  )
}

/** Somebody else was quicker: who, and the way on. */
function Outdated({ kept, draft }: { kept: QcSettingsAnswer; draft: SettingsDraftNow }) {
  const { t } = useTranslation()
  return (
    <div role="alert">
      <Callout tone="warn">
        <p>
          {t(
            '{{name}} changed these settings in the meantime. What you chose is marked; all else stands as it is now.',
            {
              name: kept.last_changes[0]?.changed_by ?? 'Selvedge',
            },
          )}
        </p>
        <Button size="small" text={t('Go on with my choice')} onClick={draft.goOn} />
      </Callout>
    </div>
  )
}

function SettingsFoot({ draft, canSave }: { draft: SettingsDraftNow; canSave: boolean }) {
  const { t } = useTranslation()
  useSaveKey(() => void draft.save(), canSave && !draft.isSaving)
  return (
    <>
      <Button
        className="qcs-defaults"
        variant="minimal"
        text={t('Choose the defaults')}
        disabled={changedQcSettings(draft.form, qcSettingDefaults).length === 0}
        onClick={() => draft.change(qcSettingDefaults)}
      />
      <Shortcut keys="Ctrl+S" />
      <Button text={t('Discard')} disabled={!draft.isChanged || draft.isSaving} onClick={draft.discard} />
      <Button
        intent="primary"
        text={t('Save')}
        loading={draft.isSaving}
        disabled={!canSave}
        onClick={() => void draft.save()}
      />
    </>
  )
}
