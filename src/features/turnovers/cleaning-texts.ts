import { formatTime } from '../listings/property-detail.ts';
import type { CleaningPage } from './contract.server.ts';
import { formatDay, formatNextGuests, turnoverLimits } from './turnover.ts';

type CleanerLanguage = CleaningPage['language'];

interface GuestNumbers {
  guests: number | null;
  pets: number | null;
}

/** Every sentence of a cleaner's page. */
export interface CleaningTexts {
  title: string;
  skipLink: string;
  hello(name: string): string;
  nothing: string;
  today(day: string): string;
  stillOpen(day: string): string;
  day(date: string): string;
  time(clock: string): string;
  sameDay: string;
  outBy: string;
  nextGuests: string;
  noNextGuests: string;
  fromSameDay(time: string): string;
  fromToday(time: string): string;
  fromDay(time: string, day: string): string;
  howMany: string;
  guests(numbers: GuestNumbers): string;
  note: string;
  access: string;
  checkList: string;
  statusDone: string;
  statusProblem: string;
  imageAlt(number: number, count: number): string;
  keepImage(number: number): string;
  descriptionLabel: string;
  photos: string;
  done: string;
  problem: string;
  thanksDone(home: string): string;
  thanksProblem(home: string): string;
  isDone(home: string): string;
  undo: string;
  undone(home: string): string;
  whatIsIt: string;
  unclear: string;
  callUs(phone: string): string;
  calendar: string;
  yourReport: string;
  notStored: string;
  notStoredImages: string;
  notUndone: string;
  tooLarge: string;
  tooManyImages: string;
  /** Messages by the reason or else the code of a rejection, in this language; others are shown as the server words them. */
  rejections: Readonly<Record<string, string>>;
}

const english: CleaningTexts = {
  title: 'Your turnovers',
  skipLink: 'Skip to content',
  hello: (name) => `Hello ${name}. This is today and the next 30 days.`,
  nothing: 'Nothing to clean just now. We write to you as soon as there is.',
  today: (day) => `Today, ${day}`,
  stillOpen: (day) => `Still open, ${day}`,
  day: formatDay,
  time: formatTime,
  sameDay: 'Same day',
  outBy: 'Guests out by',
  nextGuests: 'Next guests',
  noNextGuests: 'Nobody yet',
  fromSameDay: (time) => `${time} the same day`,
  fromToday: (time) => `${time} today`,
  fromDay: (time, day) => `${time} on ${day}`,
  howMany: 'How many',
  guests: formatNextGuests,
  note: 'Note:',
  access: 'How to get in',
  checkList: 'Check list',
  statusDone: 'Done',
  statusProblem: 'Problem reported',
  imageAlt: (number, count) => `Reported, ${number} of ${count}`,
  keepImage: (number) => `Keep photo ${number}`,
  descriptionLabel: 'Anything broken, missing or left behind?',
  photos: `Photos, up to ${turnoverLimits.photos}`,
  done: 'Done',
  problem: 'There is a problem',
  thanksDone: (home) => `Thank you. ${home} is done, and the hosts can see it.`,
  thanksProblem: (home) => `Thank you. The hosts see that there is a problem in ${home}.`,
  isDone: (home) => `${home} is done.`,
  undo: 'Not yet? Undo',
  undone: (home) => `${home} is open again.`,
  whatIsIt: 'What is it? Please write a few words or add a photo, then send it again.',
  unclear: 'Something is unclear?',
  callUs: (phone) => `Call us: ${phone}`,
  calendar: 'The address of this page with “.ics” behind it is the same as a calendar, to subscribe to.',
  yourReport: 'Your report',
  notStored: 'Your report was not stored. That is our fault, not yours. Please send it again in a moment.',
  notStoredImages: ' Photos that you do not see here were not stored: please choose them again.',
  notUndone: 'That could not be taken back just now. Please try again in a moment.',
  tooLarge: `These photos are too large. Please send at most ${turnoverLimits.photos}, each up to 15 MB.`,
  tooManyImages: `Please send at most ${turnoverLimits.photos} photos, those you keep included.`,
  rejections: {},
};

const spanishDay = new Intl.DateTimeFormat('es-US', {
  timeZone: 'UTC',
  weekday: 'long',
  month: 'long',
  day: 'numeric',
});

const spanishTime = (clock: string): string =>
  formatTime(clock).replace('AM', 'a. m.').replace('PM', 'p. m.');

const spanish: CleaningTexts = {
  title: 'Sus limpiezas',
  skipLink: 'Saltar al contenido',
  hello: (name) => `Hola, ${name}. Esto es lo de hoy y lo de los próximos 30 días.`,
  nothing: 'Por ahora no hay nada que limpiar. Le escribimos en cuanto haya algo.',
  today: (day) => `Hoy, ${day}`,
  stillOpen: (day) => `Todavía pendiente, ${day}`,
  day: (date) => spanishDay.format(new Date(date)),
  time: spanishTime,
  sameDay: 'El mismo día',
  outBy: 'Los huéspedes salen antes de las',
  nextGuests: 'Próximos huéspedes',
  noNextGuests: 'Todavía nadie',
  fromSameDay: (time) => `${time} del mismo día`,
  fromToday: (time) => `${time} de hoy`,
  fromDay: (time, day) => `${time}, ${day}`,
  howMany: 'Cuántos',
  guests({ guests, pets }) {
    if (guests === null) return 'No se sabe cuántos';
    const animals = pets ? `${pets} ${pets === 1 ? 'mascota' : 'mascotas'}` : 'sin mascotas';
    return `${guests} ${guests === 1 ? 'huésped' : 'huéspedes'}, ${animals}`;
  },
  note: 'Nota:',
  access: 'Cómo entrar',
  checkList: 'Lista de tareas',
  statusDone: 'Listo',
  statusProblem: 'Problema avisado',
  imageAlt: (number, count) => `Foto enviada, ${number} de ${count}`,
  keepImage: (number) => `Conservar la foto ${number}`,
  descriptionLabel: '¿Hay algo roto, algo que falte o algo que olvidaron?',
  photos: `Fotos, hasta ${turnoverLimits.photos}`,
  done: 'Listo',
  problem: 'Hay un problema',
  thanksDone: (home) => `Gracias. ${home} está lista, y los anfitriones lo ven.`,
  thanksProblem: (home) => `Gracias. Los anfitriones ven que hay un problema en ${home}.`,
  isDone: (home) => `${home} está lista.`,
  undo: '¿Todavía no? Deshacer',
  undone: (home) => `${home} está pendiente otra vez.`,
  whatIsIt: '¿Qué pasa? Escriba unas palabras o agregue una foto, y envíelo otra vez.',
  unclear: '¿Algo no está claro?',
  callUs: (phone) => `Llámenos: ${phone}`,
  calendar: 'La dirección de esta página con “.ics” al final es lo mismo como calendario, para suscribirse.',
  yourReport: 'Su aviso',
  notStored: 'Su aviso no se guardó. Es culpa nuestra, no suya. Por favor, envíelo otra vez en un momento.',
  notStoredImages: ' Las fotos que no ve aquí no se guardaron: por favor, elíjalas otra vez.',
  notUndone: 'No se pudo deshacer en este momento. Por favor, inténtelo otra vez.',
  tooLarge: `Estas fotos son demasiado grandes. Por favor, envíe como máximo ${turnoverLimits.photos}, cada una de hasta 15 MB.`,
  tooManyImages: `Por favor, envíe como máximo ${turnoverLimits.photos} fotos, incluidas las que conserva.`,
  rejections: {
    too_early: 'Los huéspedes todavía no se han ido. Por favor, avise a partir del día en que se van.',
    already_done: 'Esta limpieza ya está lista. Por favor, llámenos si algo cambió.',
    other_report:
      'Esta página ya envió otro aviso, que está guardado. Por favor, abra su enlace otra vez y envíe ahí lo que falta.',
    too_late: 'Se marcó como lista hace más de diez minutos. Por favor, llámenos si no lo está.',
    not_done: 'Esta limpieza no está marcada como lista.',
    notFound: 'Esta limpieza ya no está en su lista. Por favor, abra su enlace otra vez, o llámenos.',
    tooMany: 'Ha enviado mucho en poco tiempo. Por favor, inténtelo otra vez más tarde, o llámenos.',
    tooLarge: 'Una de las fotos es demasiado grande. Por favor, envíe fotos de hasta 15 MB cada una.',
    unsupportedType: 'Uno de los archivos no es una foto que podamos leer. Por favor, elija otra.',
    unavailable:
      'Otras personas están enviando fotos ahora. Por favor, vuelva atrás y envíe las suyas en un momento: lo que escribió sigue ahí.',
    invalid: `No se pudo aceptar. Por favor, escriba como máximo ${turnoverLimits.report} letras y elija otras fotos.`,
  },
};

export const cleaningTexts: Readonly<Record<CleanerLanguage, CleaningTexts>> = {
  en: english,
  es: spanish,
};
