/** Address and access are shown from so many days before arrival. */
export const accessDays = 3;

/** How the text about the door begins where a stay has a code of its own. */
export const accessCodeLabel = 'Your access code: ';
