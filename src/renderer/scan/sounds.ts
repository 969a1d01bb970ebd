/** One tone of a sound: hertz, seconds from its start, seconds long. */
interface Tone {
  pitch: number
  at: number
  long: number
  wave: OscillatorType
}

const tone = (pitch: number, at: number, long: number, wave: OscillatorType = 'sine'): Tone => ({
  pitch,
  at,
  long,
  wave,
})

/** Told apart by number, pitch and rhythm, also by a small loudspeaker and in a noisy hall. */
const sounds = {
  /** Two tones up. */
  good: [tone(880, 0, 0.07), tone(1_320, 0.08, 0.12)],
  /** One low buzz. */
  unknown: [tone(130, 0, 0.42, 'sawtooth')],
  /** Two short beeps alike. */
  duplicate: [tone(620, 0, 0.09, 'square'), tone(620, 0.16, 0.09, 'square')],
  /** Three tones down. */
  elsewhere: [tone(880, 0, 0.1, 'triangle'), tone(660, 0.13, 0.1, 'triangle'), tone(440, 0.26, 0.18, 'triangle')],
  /** One long tone, then a low one. */
  notYet: [tone(520, 0, 0.22, 'square'), tone(260, 0.26, 0.22, 'square')],
  /** Two tones down. */
  undone: [tone(880, 0, 0.08), tone(587, 0.09, 0.12)],
} satisfies Record<string, readonly Tone[]>

export type Sound = keyof typeof sounds

export interface SoundSettings {
  /** 0 to 1. */
  volume: number
  isMuted: boolean
  /** The device does not vibrate. */
  isStill: boolean
}

const KEY = 'selvedge.scan-sound'
const usual: SoundSettings = { volume: 0.6, isMuted: false, isStill: false }

/** Milliseconds on, off, on … A scan that counts is one short touch; what needs a look is longer or repeated. */
const vibrations: Record<Sound, readonly number[]> = {
  good: [40],
  unknown: [350],
  duplicate: [90, 70, 90],
  elsewhere: [90, 70, 90, 70, 90],
  notYet: [250],
  undone: [60],
}

/** Of this workstation: its loudspeaker and its hall are the same whoever works there. */
export function readSoundSettings(): SoundSettings {
  try {
    const saved = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Partial<SoundSettings> | null
    const volume = typeof saved?.volume === 'number' ? Math.min(1, Math.max(0, saved.volume)) : usual.volume
    return { volume, isMuted: saved?.isMuted === true, isStill: saved?.isStill === true }
  } catch {
    // Cut short or written by somebody else.
    return usual
  }
}

export function keepSoundSettings(settings: SoundSettings): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings))
  } catch {
    // A full disk: heard until the page is left.
  }
}

let context: AudioContext | null = null

/** Sounds and, where the device can, vibrates. Browsers let a page do both after its first key or touch only, and a scan is one. */
export function playSound(sound: Sound, { volume, isMuted, isStill }: SoundSettings): void {
  if (!navigator.userActivation?.hasBeenActive) return
  if (!isStill) navigator.vibrate?.([...vibrations[sound]])
  if (isMuted || volume === 0) return
  try {
    context ??= new AudioContext()
    if (context.state === 'suspended') void context.resume().catch(() => undefined)
    for (const each of sounds[sound]) start(context, each, volume)
  } catch {
    // No sound device: colour, shape and words say the same.
  }
}

function start(into: AudioContext, { pitch, at, long, wave }: Tone, volume: number): void {
  const begin = into.currentTime + at
  const oscillator = into.createOscillator()
  const gain = into.createGain()
  oscillator.type = wave
  oscillator.frequency.value = pitch
  // Harsh waves sound louder than smooth ones.
  const loudness = volume * (wave === 'sine' || wave === 'triangle' ? 0.9 : 0.4)
  gain.gain.setValueAtTime(0, begin)
  gain.gain.linearRampToValueAtTime(loudness, begin + 0.008)
  gain.gain.setValueAtTime(loudness, begin + long - 0.02)
  gain.gain.linearRampToValueAtTime(0, begin + long)
  oscillator.connect(gain).connect(into.destination)
  oscillator.start(begin)
  oscillator.stop(begin + long + 0.02)
}
