/** Browsers by the word that tells them apart; the first that is there wins, since most call themselves several. */
const browsers: readonly (readonly [sign: RegExp, name: string])[] = [
  [/Electron\//, 'Selvedge'],
  [/Edg\//, 'Edge'],
  [/MicroMessenger\//, 'WeChat'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

const systems: readonly (readonly [sign: RegExp, name: string])[] = [
  [/HarmonyOS/, 'HarmonyOS'],
  [/Windows/, 'Windows'],
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Mac OS X/, 'macOS'],
  [/Linux|X11/, 'Linux'],
]

/** "Chrome · Windows" for a user agent; its first words where neither is known, and null for none. */
export function agentWords(userAgent: string): string | null {
  const known = [browsers, systems].flatMap((table) => table.find(([sign]) => sign.test(userAgent))?.[1] ?? [])
  return known.length > 0 ? known.join(' · ') : userAgent.trim().slice(0, 40) || null
}
