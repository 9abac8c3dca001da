export const inquiryFormId = 'booking_inquiry';

/** The form's choice for a guest who has not settled on a property. */
export const anyProperty = 'Any Available Property';

export const inquiryThanks = "Thank you for your inquiry! We'll get back to you within 24 hours.";

export const inquiryFailure = 'Something went wrong. Please try again.';
