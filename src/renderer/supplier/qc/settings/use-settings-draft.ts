import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { QcSettings } from '../../../../shared/domain/qc-settings.ts'
import type { CallData } from '../../../actions/calls.ts'
import { useAction } from '../../../actions/useAction.ts'
import { type Answer, useAnswer } from '../../../actions/useRows.ts'
import { api } from '../../../api/client.ts'
import { useUnsaved } from '../../../app/unsaved.ts'
import { draftKey, useKeptDraft } from '../../../kit/use-kept-draft.ts'
import { useUserId } from '../../../table/use-user-id.ts'
import { isSettingsDraft, type SettingChanges, trueChanges } from './setting-choices.ts'

export type QcSettingsAnswer = CallData<'house.qcSettings'>

export function useQcSettings(): Answer<QcSettingsAnswer> {
  return useAnswer('house.qcSettings', {})
}

/** The settings while somebody changes them: what was chosen is kept on this workstation until it is saved or discarded. */
export function useSettingsDraft(kept: QcSettingsAnswer, reload: () => Promise<unknown>) {
  const { t } = useTranslation()
  const { settings: saved, version } = kept
  const [draft, keep] = useKeptDraft(draftKey(useUserId(), 'qc.settings'), isSettingsDraft)
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
  const save = useAction((_: undefined, options) => api.house.saveQcSettings({ settings: form, version }, options), {
    what,
    refresh: ['chinaQc.getQcModal'],
    failed: (error) => {
      if (error.code !== 'stale') return false
      // Who was first, and what they chose, is shown in place.
      void reload()
      return true
    },
  })
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
