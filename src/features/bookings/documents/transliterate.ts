/* Russian and Ukrainian by the romanization of passports (ICAO 9303), Greek by ELOT 743, without their marks. */
const cyrillic =
  'а a б b в v г g ґ g д d е e ё e є ie ж zh з z и i і i ї i й i к k л l м m н n о o п p р r с s т t у u ў u ф f х kh ц ts ч ch ш sh щ shch ъ ie ы y ь - э e ю iu я ia ђ d ј j љ lj њ nj ћ c џ dz';
const greek =
  'α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s ς s τ t υ y φ f χ ch ψ ps ω o';

const pairs = `${cyrillic} ${greek}`.split(' ');
const latin = new Map(
  pairs.flatMap((letter, index) =>
    index % 2 === 0 ? [[letter, (pairs[index + 1] ?? '').replace('-', '')] as const] : [],
  ),
);

/** Transliterates a Cyrillic or Greek letter without accents; `undefined` for any other character. */
export function transliterate(character: string): string | undefined {
  const lower = character.toLowerCase();
  const letters = latin.get(lower) ?? latin.get(lower.normalize('NFD')[0] ?? '');
  if (letters === undefined || lower === character) return letters;
  return letters.slice(0, 1).toUpperCase() + letters.slice(1);
}
