import './qc-settings.css'
import { Button } from '@blueprintjs/core'
import { Cog } from '@blueprintjs/icons'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  changedQcSettings,
  type QcSettingName,
  type QcSettings,
  qcSettingDefaults,
  qcSettingFaults,
} from '../../../../shared/areas/inspection/settings.ts'
import type { CallData } from '../../../actions/calls.ts'
import { useAction } from '../../../actions/useAction.ts'
import { type Answer, useAnswer } from '../../../actions/useRows.ts'
import { api } from '../../../api/client.ts'
import { useUnsaved } from '../../../app/unsaved.ts'
import { useSaveKey } from '../../../forms/SaveBar.tsx'
import { Drawer, Section } from '../../../kit/Drawer.tsx'
import { draftKey, useSavedDraft } from '../../../kit/drafts.ts'
import { Shortcut } from '../../../kit/KeyMenu.tsx'
import { Callout } from '../../../kit/states.tsx'
import { LoadedDrawer } from '../../../kit/TabbedDrawer.tsx'
import { useRight } from '../../../session/use-right.ts'
import { useUserId } from '../../../table/views.ts'
import { ExampleLot } from './ExampleLot.tsx'
import { isSettingsDraft, type SettingChanges, SettingRow, trueChanges } from './SettingRow.tsx'

const sampling = ['lot_scope', 'level'] as const
const aqls = ['aql_critical', 'aql_major', 'aql_minor'] as const
const counting = ['blind_count'] as const

interface QcSettingsDrawerProps {
  onClose: () => void
}

/** What China QC goes by where nobody says otherwise at a box. Who may not change it reads it. */
export function QcSettingsDrawer({ onClose }: QcSettingsDrawerProps) {
  const { t } = useTranslation()
  const answer = useQcSettings()
  return (
    <LoadedDrawer answer={answer} rows={8} onClose={onClose} title={t('QC settings')} width={width}>
      {(saved) => <Settings saved={saved} reload={answer.reload} onClose={onClose} />}
    </LoadedDrawer>
  )
}

const width = 1160

interface SettingsProps extends QcSettingsDrawerProps {
  saved: QcSettingsAnswer
  reload: () => Promise<unknown>
}

function Settings({ saved: kept, reload, onClose }: SettingsProps) {
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
        {...{ name, saved: kept, form }}
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
            {draft.isOutdated ? <Outdated saved={kept} draft={draft} /> : null}
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
function Outdated({ saved, draft }: { saved: QcSettingsAnswer; draft: SettingsDraftNow }) {
  const { t } = useTranslation()
  return (
    <div role="alert">
      <Callout tone="warn">
        <p>
          {t(
            '{{name}} changed these settings in the meantime. What you chose is marked; all else stands as it is now.',
            {
              name: saved.last_changes[0]?.changed_by ?? 'Selvedge',
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

/** Opens the settings of QC for those who work there. */
export function QcSettingsButton() {
  const { t } = useTranslation()
  const mayRead = useRight('chinaQc')
  const [isOpen, setOpen] = useState(false)
  if (!mayRead) return null
  return (
    <>
      <Button
        className="qcs-open"
        variant="minimal"
        icon={<Cog />}
        text={t('QC settings')}
        title={t('QC settings')}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      {isOpen ? <QcSettingsDrawer onClose={() => setOpen(false)} /> : null}
    </>
  )
}

export type QcSettingsAnswer = CallData<'inspection.qcSettings'>

export function useQcSettings(): Answer<QcSettingsAnswer> {
  return useAnswer('inspection.qcSettings', {})
}

/** The settings while somebody changes them: what was chosen is kept on this workstation until it is saved or discarded. */
export function useSettingsDraft(kept: QcSettingsAnswer, reload: () => Promise<unknown>) {
  const { t } = useTranslation()
  const { settings: saved, version } = kept
  const [draft, keep] = useSavedDraft(draftKey(useUserId(), 'qc.settings'), isSettingsDraft)
  const changes = trueChanges(saved, draft?.changes ?? {})
  const form: QcSettings = { ...saved, ...changes }
  const what = t('QC settings')
  useUnsaved(changes !== null, what)
  const change = useCallback(
    (part: SettingChanges) =>
      keep((now) => {
        const next = trueChanges(saved, { ...now?.changes, ...part })
        return next && { version: now?.version ?? version, changes: next }
      }),
    [keep, saved, version],
  )
  const save = useAction(
    (_: undefined, options) => api.inspection.saveQcSettings({ settings: form, version }, options),
    {
      what,
      refresh: ['qcBoxes.getQcModal'],
      failed: (error) => {
        if (error.code !== 'stale') return false
        // Who was first, and what they chose, is shown in place.
        void reload()
        return true
      },
    },
  )
  return {
    form,
    isChanged: changes !== null,
    /** Somebody else saved since the first choice was made. */
    isOutdated: changes !== null && (draft?.version !== version || save.error?.code === 'stale'),
    change,
    discard: () => {
      save.clearError()
      keep(() => null)
    },
    /** Goes on over what stands now. */
    goOn: () => {
      save.clearError()
      keep((now) => now && { ...now, version })
    },
    isSaving: save.isRunning,
    save: async () => {
      if ((await save.run(undefined)) === undefined) return
      await reload()
      keep(() => null)
    },
  }
}

export type SettingsDraftNow = ReturnType<typeof useSettingsDraft>
