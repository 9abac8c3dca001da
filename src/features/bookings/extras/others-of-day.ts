interface OthersOfDay {
  /** Guests, or the channels that sold their stays. */
  departures: readonly string[];
  arrivals: readonly string[];
}

/** Describes to hosts the other departures and arrivals on the day for which guests request another time. */
export function formatOthersOfDay({ departures, arrivals }: OthersOfDay): string {
  const sentences = [
    departures.length > 0 && `Leaving on that day: ${departures.join(', ')}.`,
    arrivals.length > 0 && `Arriving on that day: ${arrivals.join(', ')}.`,
  ].filter(Boolean);
  return sentences.join(' ') || 'No other guests leave or arrive on that day.';
}
